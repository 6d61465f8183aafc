package import Articles
internal import Pipelines
internal import SearchRanking

/// Executes searches on one connection to an engine.
///
/// A page of a search passes these stages, each in the folder of that name: compile, match, rank, rerank, fold, fill.
/// Other operations, such as facets and similar articles, have their own types (`UseCases/`, `Suggestions/`).
///
/// Each call reads one snapshot of the database. Callers open a snapshot if several calls must see the same state.
package final class ArticleSearcher {
    package let source: any SearchSource
    package let statistics: IndexStatistics

    /// - Parameter caches: shared with other readers of the database; nil for the writer.
    package init(_ source: any SearchSource, caches: IndexCaches? = nil) {
        self.source = source
        statistics = IndexStatistics(source.index, caches: caches)
    }

    /// Returns one page of a search.
    ///
    /// - Throws: `QuerySyntaxError` if a saved search in the query is invalid; `StorageError`.
    /// - Complexity: sorting by date reads the matches once; relevance scores each match once and reranks
    ///   `Ranking.rerankCount` of them.
    package func search(_ request: SearchRequest) throws -> SearchAnswer {
        try source.snapshot {
            try statistics.refresh()
            return try statistics.postings.orFullText {
                var answer: SearchAnswer
                if let text = request.after {
                    let cursor = try SearchCursor(text: text, of: request)
                    answer = try page(request, cursor.words, after: cursor)
                } else {
                    answer = try firstPage(request)
                }
                answer.indexing = statistics.indexing
                return answer
            }
        }
    }

    /// Answers the first page of a search by performing the steps of `SearchAttempts`.
    private func firstPage(_ request: SearchRequest) throws -> SearchAnswer {
        try SearchAttempts.answer(
            request, page: { try page(request, $0) },
            looser: { total in
                try LooserQuery(statistics) { try self.page($0, $1) }.offer(for: request, finding: total)
            },
            correction: { try suggestionInTime(for: request, besides: $0) })
    }

    // MARK: - Stages

    /// One page of the articles that match if words are matched in the given way.
    ///
    /// - Parameter cursor: the start of the page; nil for the first page.
    func page(
        _ request: SearchRequest, _ words: QueryCompiler.WordMatching, after cursor: SearchCursor? = nil
    ) throws -> SearchAnswer {
        try checkDeadline()
        guard let search = try CompiledSearch(request, words, scope: self, statistics) else { return SearchAnswer() }
        var page =
            search.isSortedByDate
            ? try DateSearch(source, statistics).page(of: search, after: cursor)
            : try RelevanceSearch(source, statistics).page(of: search, after: cursor)
        try HitFilling(source, statistics).fill(&page.hits, of: search)
        var answer = SearchAnswer(page, of: request, words)
        if request.explain { answer.explanation = search.explanation(source) }
        return answer
    }

    // MARK: - No hits

    /// The suggestion for a query; nil if computing it takes more than half of the remaining time.
    ///
    /// - Parameter total: the number of articles that the query has found.
    private func suggestionInTime(for request: SearchRequest, besides total: Int) throws -> String? {
        try source.index.before(source.index.deadline.share(0.5)) {
            try QuerySuggestion(source, statistics, scope: self).correctedQuery(for: request, besides: total)
        } ?? nil
    }
}
