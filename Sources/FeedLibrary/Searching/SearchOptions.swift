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
    /// Whether the total is exact; otherwise it may be a lower bound above 10,000. With facets it is always exact,
    /// since they must add up to it.
    public var countsAll = false
    public var after: String?
    public var within: String?
    /// Time limit of the request; when it is exceeded, the request ends with an error.
    public var milliseconds = TimeLimit.milliseconds
    public var synonyms = Synonyms()

    public static let defaultLimit = 20

    public init() {}

    /// The deadline of a request that begins now.
    public var deadline: Deadline { .after(.milliseconds(milliseconds)) }

    /// The request for a query, relative to the current time.
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
