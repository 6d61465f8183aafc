internal import Articles
package import SQLite

/// The guids of articles with adjacent ids, one behind the other.
package struct IDBlock: Sendable {
    static let size: Int64 = 1_024

    fileprivate var bytes: [UInt8] = []
    /// Where the guid of each article ends.
    fileprivate var ends: [UInt32] = []
    /// The feed of each; 0 where there is no such article.
    fileprivate var feeds: [Int64] = []

    /// Bytes of memory that it takes.
    var byteCount: Int { bytes.capacity + 12 * feeds.capacity }
}

/// The guids of the newest articles in memory: an answer that is all ids would else look up twenty rows, on twenty pages
/// that hold much else.
///
/// For programs that ask more than once: it is filled while they wait (`warmUp`), and changes no answer.
package final class IDCache {
    /// A longer guid, which hostile feeds have, is left where it is.
    private static let maxIDBytes = 1_024

    private let connection: Connection
    package var cache = IndexCache(maxBytes: 0)

    package init(connection: Connection) { self.connection = connection }

    /// The id of an article and the number of its feed; nil where it was not read ahead.
    package subscript(n: Int64) -> (id: String, feed: Int64)? {
        guard n >= 0, let block = cache.ids(n / IDBlock.size) else { return nil }
        let place = Int(n % IDBlock.size)
        guard place < block.feeds.count, block.feeds[place] != 0 else { return nil }
        let start = place == 0 ? 0 : Int(block.ends[place - 1])
        return (String(decoding: block.bytes[start..<Int(block.ends[place])], as: UTF8.self), block.feeds[place])
    }

    /// Reads the next block, newer articles first.
    ///
    /// - Returns: false when there is none left, or no memory.
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
