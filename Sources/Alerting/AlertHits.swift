internal import Articles
internal import Pipelines
internal import QueryLanguage

/// Finds the articles of a message as hits of their search, which have snippets and highlights.
enum AlertHits {
    /// The time limit of the search. Without hits, messages have the beginning of each article.
    private static let timeout = Duration.seconds(2)

    static func find(
        of articles: [Article], for search: SavedSearch, in store: any ArticleStore, _ environment: AlertEnvironment
    ) -> [ArticleID: SearchHit] {
        guard !articles.isEmpty, let query = try? QueryParser.parse(search.query) else { return [:] }
        var request = SearchRequest(query: query, now: environment.now(), utcOffset: environment.utcOffset)
        var chosen = ArticleChanges(token: 0)
        chosen.changed = articles.map(\.id).sorted()
        request.among = chosen
        request.match = .all
        request.sort = .newest
        request.fold = false
        request.limit = articles.count
        // A failure must not keep the message back: it is complete without highlights.
        let answer = try? store.until(.after(timeout)) { try store.search(request) }
        return Dictionary((answer?.hits ?? []).map { ($0.id, $0) }) { first, _ in first }
    }
}
