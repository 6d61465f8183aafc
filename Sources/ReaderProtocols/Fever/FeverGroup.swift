internal import Articles
internal import FeedLibrary
internal import Formats

/// A folder, as an app shows it.
struct FeverGroup {
    /// Made of its path, so that it stays the same: 1 to 2^31 - 1.
    var id: Int64
    var path: [String]
    /// In it and below it.
    var feeds: [Int64]

    static func all(_ library: Library) throws -> [FeverGroup] {
        var groups: [[String]: [Int64]] = [:]
        for feed in try library.store.feeds() {
            for path in Labels.folders(of: feed.folders) { groups[path, default: []].append(feed.id) }
        }
        return groups.map { path, feeds in FeverGroup(id: id(of: path), path: path, feeds: feeds.sorted()) }
            .sorted { $0.path.lexicographicallyPrecedes($1.path) }
    }

    private static func id(of path: [String]) -> Int64 {
        let hash = SHA256.hash(Array(path.joined(separator: "\u{0}").utf8))
        let number = hash.prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) } & 0x7FFF_FFFF
        return max(1, number)
    }
}
