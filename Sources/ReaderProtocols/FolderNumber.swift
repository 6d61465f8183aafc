internal import Formats

/// Numbers of folders, for protocols in which a folder has one.
enum FolderNumber {
    /// Lower numbers are free for what is no folder; higher ones do not fit 32 bits with a sign, which some apps have.
    static let range: Range<Int64> = 1 << 30..<1 << 31

    /// A number made of the path, so that it stays the same.
    static func of(_ path: [String]) -> Int64 {
        let hash = SHA256.hash(Array(path.joined(separator: "\u{0}").utf8))
        return hash.prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) } & (range.lowerBound - 1) | range.lowerBound
    }

    /// The numbers of all folders. Where two have the same, the later path takes the next free one.
    ///
    /// - Parameter paths: each once.
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
