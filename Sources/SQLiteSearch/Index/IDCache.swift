internal import Articles
package import SQLite

/// The guids of articles with consecutive ids, in sequence.
package struct IDBlock: Sendable {
    static let size: Int64 = 1_024

    fileprivate var bytes: [UInt8] = []
    /// The end of each article's guid in `bytes`.
    fileprivate var ends: [UInt32] = []
    /// The feed of each article; 0 if there is no such article.
    fileprivate var feeds: [Int64] = []

    /// Memory in bytes.
    var byteCount: Int { bytes.capacity + 12 * feeds.capacity }
}

/// The guids of the newest articles in memory. Without it an answer of ids alone reads a row for each hit, mostly on
/// different pages.
///
/// Filled while a program is idle (`warmUp`). It does not change answers.
package final class IDCache {
    /// Longer guids, as hostile feeds have, are not cached.
    private static let maxIDBytes = 1_024

    private let connection: Connection
    package var cache = IndexCache(maxBytes: 0)

    package init(connection: Connection) { self.connection = connection }

    /// The guid of an article and the id of its feed; nil if it is not cached.
    package subscript(n: Int64) -> (id: String, feed: Int64)? {
        guard n >= 0, let block = cache.ids(n / IDBlock.size) else { return nil }
        let place = Int(n % IDBlock.size)
        guard place < block.feeds.count, block.feeds[place] != 0 else { return nil }
        let start = place == 0 ? 0 : Int(block.ends[place - 1])
        return (String(decoding: block.bytes[start..<Int(block.ends[place])], as: UTF8.self), block.feeds[place])
    }

    /// Reads the next block, newest articles first.
    ///
    /// - Returns: false if none is left or the budget is used up.
    package func readAhead(_ statistics: IndexStatistics) throws -> Bool {
        guard let number = cache.nextIDBlock(from: Int64(statistics.endOfArticles) / IDBlock.size) else { return false }
        var block = IDBlock()
        let first = number * IDBlock.size
        let statement = try connection.cachedStatement(
            "SELECT n, guid, feed FROM article WHERE n BETWEEN ? AND ? ORDER BY n")
        defer { statement.reset() }
        statement.bind(first, at: 1)
        statement.bind(first + IDBlock.size - 1, at: 2)
        while try statement.step() {
            let missing = Int(statement.integer(0) - first) - block.feeds.count
            block.ends.append(contentsOf: repeatElement(UInt32(block.bytes.count), count: missing))
            block.feeds.append(contentsOf: repeatElement(0, count: missing))
            let id = statement.withBytes(1) { $0.count <= Self.maxIDBytes ? statement.bytes(1) : nil }
            block.bytes += id ?? []
            block.ends.append(UInt32(block.bytes.count))
            block.feeds.append(id == nil ? 0 : statement.integer(2))
        }
        cache.keep(block, number)
        return true
    }
}
