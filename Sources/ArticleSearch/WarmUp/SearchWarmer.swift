/// Does work in advance that the next searches of a reader would otherwise do first. In small steps, it reads facts,
/// term indexes, frequent words and ids of articles, and runs warm-up queries (docs/decisions/0042).
package final class SearchWarmer {
    private let searcher: ArticleSearcher
    /// nil before the first query.
    private var queries: WarmUpQueries?
    /// The pace of the commits seen so far.
    package var pace = CommitPace()

    package init(_ searcher: ArticleSearcher) { self.searcher = searcher }

    /// - Parameter whileIdle: also reads frequent words and ids of articles, unless commits are rapid.
    /// - Returns: false if nothing is left to do.
    package func advance(whileIdle: Bool) throws -> Bool {
        let statistics = searcher.statistics
        let isLeft = try searcher.source.snapshot {
            try statistics.refresh()
            return try statistics.facts.readAhead() || statistics.postings.readAhead()
        }
        let isSettled = pace.isSettled(at: statistics.dataVersion, .now)
        if isLeft { return true }
        guard whileIdle || statistics.articleCount <= WarmUpQueries.maxArticlesWhileBusy else { return false }
        var queries = try queries ?? WarmUpQueries(searcher.source)
        let hasSearched = try queries.advance(searcher)
        self.queries = queries
        if hasSearched { return true }
        guard whileIdle, isSettled else { return false }
        return try searcher.source.snapshot {
            try statistics.refresh()
            return try statistics.postings.readFrequentAhead(statistics) || statistics.ids.readAhead(statistics)
        }
    }
}
