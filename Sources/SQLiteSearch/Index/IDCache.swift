package import ArticleSearch
package import SQLite

/// The guids of the newest articles in memory. Without it an answer of ids alone reads a row for each hit, mostly on
/// different pages.
///
/// Filled while a program is idle (`warmUp`). It does not change answers.
package final class IDCache {
    private let connection: Connection
    package var cache = IndexCache(maxBytes: 0)

    package init(connection: Connection) { self.connection = connection }

    /// The guid of an article and the id of its feed; nil if it is not cached.
    package subscript(n: Int64) -> (guid: String, feed: Int64)? {
        n < 0 ? nil : cache.ids(n / IDBlock.size)?[n]
    }

    /// Reads the next block, newest articles first.
    ///
    /// - Returns: false if none is left or the budget is used up.
    package func readAhead(_ statistics: IndexStatistics) throws -> Bool {
        guard let number = cache.nextIDBlock(from: Int64(statistics.endOfArticles) / IDBlock.size) else { return false }
        var block = IDBlock(number: number)
        let statement = try connection.cachedStatement(
            "SELECT n, guid, feed FROM article WHERE n BETWEEN ? AND ? ORDER BY n")
        defer { statement.reset() }
        statement.bind(block.range.lowerBound, at: 1)
        statement.bind(block.range.upperBound, at: 2)
        while try statement.step() {
            statement.withBytes(1) { block.add(statement.integer(0), guid: $0, feed: statement.integer(2)) }
        }
        cache.keep(block, number)
        return true
    }
}
