internal import Formats

/// Numbers of folders, for protocols that identify folders by number.
enum FolderNumber {
    /// The range of folder numbers. Lower numbers are reserved for categories that are not folders, and higher ones do
    /// not fit into the signed 32 bits that some apps use.
    static let range: Range<Int64> = 1 << 30..<1 << 31

    /// The number of a folder, derived from its path so that the number does not change.
    static func of(_ path: [String]) -> Int64 {
        let hash = SHA256.hash(Array(path.joined(separator: "\u{0}").utf8))
        return hash.prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) } & (range.lowerBound - 1) | range.lowerBound
    }

    /// The numbers of all folders. If two collide, the later path gets the next free one.
    ///
    /// - Parameter paths: distinct paths.
    static func all(_ paths: some Sequence<[String]>) -> [(path: [String], number: Int64)] {
        var taken: Set<Int64> = []
        return paths.sorted { $0.lexicographicallyPrecedes($1) }.map { path in
            var number = of(path)
            while !taken.insert(number).inserted {
                number = number + 1 < range.upperBound ? number + 1 : range.lowerBound
            }
            return (path, number)
        }
    }
}
