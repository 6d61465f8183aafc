public import Articles
public import Pipelines
public import QueryLanguage
internal import SQLiteEngine
public import System

/// The options of a search, from flags and settings; a request line can override them.
public struct SearchOptions: Sendable {
    public var limit = SearchOptions.defaultLimit
    public var sort = SearchRequest.Sort.relevance
    public var match = SearchRequest.Match.auto
    public var isLiteral = false
    public var idsOnly = false
    public var folds = true
    public var explains = false
    public var countsFacets = false
    /// Whether the total number of results is exact. If false, totals above 10,000 may be lower bounds. With facets,
    /// the total is always exact, since it must be the sum of the facets' counts.
    public var countsAll = false
    public var after: String?
    public var within: String?
    /// The time limit of the request in milliseconds. When the limit is exceeded, the request ends with an error.
    public var milliseconds = TimeLimit.milliseconds
    public var synonyms = Synonyms()

    public static let defaultLimit = 20

    public init() {}

    /// The deadline of a request that begins now.
    public var deadline: Deadline { .after(.milliseconds(milliseconds)) }

    /// Creates the search request for a query. Relative dates are resolved with the current time.
    public func request(_ query: Query, clock: SystemClock) -> SearchRequest {
        var request = SearchRequest(query: query, now: clock.now(), utcOffset: clock.secondsEastOfUTC)
        request.limit = limit
        request.sort = sort
        request.match = match
        request.fields = idsOnly ? .ids : .everything
        request.fold = folds
        request.explain = explains
        request.countsAll = countsAll || countsFacets
        request.after = after
        request.within = within
        request.synonyms = synonyms
        return request
    }
}
