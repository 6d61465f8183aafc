/// The guids of the newest articles, in memory. Without this cache, a search that returns only ids reads a row for each
/// hit, mostly from different pages.
///
/// The cache is filled while a program is idle (`warmUp`), and does not affect results.
package final class IDCache {
    private let source: any IndexSource
    package var cache = IndexCache(maxBytes: 0)

    package init(_ source: any IndexSource) { self.source = source }

    /// The guid of an article and the id of its feed; nil if it is not cached.
    package subscript(n: Int64) -> (guid: String, feed: Int64)? {
        n < 0 ? nil : cache.ids(n / IDBlock.size)?[n]
    }

    /// Reads the next block, newest articles first.
    ///
    /// - Returns: false if no block is left or the budget is exhausted.
    package func readAhead(_ statistics: IndexStatistics) throws -> Bool {
        guard let number = cache.nextIDBlock(from: Int64(statistics.endOfArticles) / IDBlock.size) else { return false }
        cache.keep(try source.guids(ofBlock: number), number)
        return true
    }
}
