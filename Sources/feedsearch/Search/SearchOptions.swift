import Articles
import Pipelines
import QueryLanguage
import SQLiteStorage

/// What is asked of a search beside its query: from flags and settings, or from a request line, which begins with them.
struct SearchOptions: Sendable {
    var limit = SearchOptions.defaultLimit
    var sort = SearchRequest.Sort.relevance
    var match = SearchRequest.Match.auto
    var isLiteral = false
    var idsOnly = false
    var countsExactly = false
    var folds = true
    var explains = false
    var countsFacets = false
    var after: String?
    var within: String?
    /// After which the request ends with an error.
    var milliseconds = TimeLimit.milliseconds
    var synonyms = Synonyms()

    static let defaultLimit = 20

    /// - Throws: `Complaint` where `--timeout` is no length of time.
    init(_ invocation: Invocation) throws {
        let settings = invocation.settings
        milliseconds = try invocation.timeout() ?? TimeLimit.milliseconds
        limit = settings.number(.limit) ?? SearchOptions.defaultLimit
        sort = settings.value(.sort).flatMap(SearchRequest.Sort.init(rawValue:)) ?? .relevance
        match = settings.value(.match).flatMap(SearchRequest.Match.init(rawValue:)) ?? .auto
        isLiteral = settings.has(.literal)
        countsExactly = settings.has(.count)
        folds = !settings.has(.noFold)
        explains = settings.has(.explain)
        countsFacets = settings.has(.facets)
        after = settings.value(.after)
        within = settings.value(.in)
        synonyms = try invocation.synonyms()
    }

    /// When a request that begins now ends.
    var deadline: Deadline { .after(.milliseconds(milliseconds)) }

    func request(_ query: Query, utcOffset: @escaping @Sendable (Int64) -> Int) -> SearchRequest {
        var request = SearchRequest(query: query, now: WallClock.now(), utcOffset: utcOffset)
        request.limit = limit
        request.sort = sort
        request.match = match
        request.fields = idsOnly ? .ids : .everything
        request.countExactly = countsExactly
        request.fold = folds
        request.explain = explains
        request.after = after
        request.within = within
        request.synonyms = synonyms
        return request
    }
}

extension ArticleStore {
    /// A search, and the facets where they are asked for, within the time of one request.
    func answer(_ request: SearchRequest, _ options: SearchOptions) throws -> (SearchAnswer, Facets?) {
        try until(options.deadline) {
            (try search(request), options.countsFacets ? try facets(for: request) : nil)
        }
    }
}
