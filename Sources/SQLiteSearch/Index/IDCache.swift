internal import Articles
package import SQLite

/// The incoming ids of the newest articles in memory: an answer that is all ids would else look up twenty rows, on twenty pages
/// that hold much else.
///
/// For programs that ask more than once: it is filled while they wait (`ArticleStore.warmUp`), holds for one state of the
/// database, and changes no answer.
package final class IDCache {
    /// The ids of as many neighbouring numbers, one behind the other.
    private struct Block {
        var bytes: [UInt8] = []
        /// Where the id of each number ends.
        var ends: [UInt32] = []
        /// The feed of each; 0 where there is no such article.
        var feeds: [Int64] = []
    }

    private static let blockSize: Int64 = 1_024
    /// Memory that ids may take: a 512th of the machine's, at most 16 MB.
    private static let budget = MemoryBudget.oneOf(512, atMost: 16 << 20)
    /// A longer id, which hostile feeds have, is left where it is.
    private static let maxIDBytes = 1_024

    private let connection: Connection
    private var blocks: [Int64: Block] = [:]
    private var memory = 0
    /// The number of the next block; nil before it is known.
    private var next: Int64?

    package init(connection: Connection) { self.connection = connection }

    /// Forgets what may be stale.
    package func removeAll() {
        blocks.removeAll()
        memory = 0
        next = nil
    }

    /// The id of an article and the number of its feed; nil where it was not read ahead.
    package subscript(n: Int64) -> (id: String, feed: Int64)? {
        guard n >= 0, let block = blocks[n / Self.blockSize] else { return nil }
        let place = Int(n % Self.blockSize)
        guard place < block.feeds.count, block.feeds[place] != 0 else { return nil }
        let start = place == 0 ? 0 : Int(block.ends[place - 1])
        return (String(decoding: block.bytes[start..<Int(block.ends[place])], as: UTF8.self), block.feeds[place])
    }

    /// Reads the next block, newer articles first.
    ///
    /// - Returns: false when there is none left, or no memory.
    package func readAhead(_ statistics: IndexStatistics) throws -> Bool {
        let number = next ?? Int64(statistics.endOfArticles) / Self.blockSize
        guard number >= 0, memory < Self.budget else { return false }
        next = number - 1
        var block = Block()
        let first = number * Self.blockSize
        let statement = try connection.cachedStatement(
            "SELECT n, guid, feed FROM article WHERE n BETWEEN ? AND ? ORDER BY n")
        defer { statement.reset() }
        statement.bind(first, at: 1)
        statement.bind(first + Self.blockSize - 1, at: 2)
        while try statement.step() {
            let missing = Int(statement.integer(0) - first) - block.feeds.count
            block.ends.append(contentsOf: repeatElement(UInt32(block.bytes.count), count: missing))
            block.feeds.append(contentsOf: repeatElement(0, count: missing))
            let id = statement.withBytes(1) { $0.count <= Self.maxIDBytes ? statement.bytes(1) : nil }
            block.bytes += id ?? []
            block.ends.append(UInt32(block.bytes.count))
            block.feeds.append(id == nil ? 0 : statement.integer(2))
        }
        blocks[number] = block
        memory += block.bytes.capacity + 12 * block.feeds.capacity
        return true
    }
}
