public import Articles
internal import Pipelines
internal import SQLiteEngine
internal import System

/// Matching articles that are added or changed after a search, by any process.
///
/// If the change token shows a commit, the history lists the changed articles, and the query runs on these alone.
public struct LiveMatches {
    private let library: Library
    private let request: SearchRequest
    private let options: SearchOptions
    private var token: Int64
    private var shown: Set<Int64>
    // nil at first, so that articles that were stored during the first search are found at once.
    private var seen: ChangeToken?
    fileprivate static let pageSize = 1_000

    /// - Parameters:
    ///   - first: the first page of the search.
    ///   - token: the history token from before that search.
    public init(_ library: Library, after first: SearchResult, _ options: SearchOptions, since token: Int64) {
        self.library = library
        self.options = options
        self.token = token
        shown = Set(first.answer.hits.map(\.id))
        request = first.request
    }

    /// True if nothing has matched so far.
    public var isEmpty: Bool { shown.isEmpty }

    /// Calls `body` with the matches among the articles committed since the last call, by date, a page at a time; each
    /// article is reported only once.
    public mutating func look(_ body: (SearchAnswer, _ milliseconds: Double) -> Void) throws {
        let current = try library.store.changeToken()
        if current == seen { return }
        seen = current
        token = try library.matches(request, milliseconds: options.milliseconds, since: token) { answer, milliseconds in
            var answer = answer
            answer.hits.removeAll { !shown.insert($0.id).inserted }
            answer.total = answer.hits.count
            if !answer.hits.isEmpty { body(answer, milliseconds) }
        }
    }
}

extension Library {
    /// Calls `body` with the matches among the articles committed since a token, by date, a page at a time.
    ///
    /// - Parameters:
    ///   - request: its order, limit and cursor are ignored.
    ///   - limit: time limit of each page in milliseconds.
    /// - Returns: the newest token, for the next call.
    public func matches(
        _ request: SearchRequest, milliseconds limit: Int, since token: Int64,
        _ body: (SearchAnswer, _ milliseconds: Double) -> Void
    ) throws -> Int64 {
        let changes = try store.changes(since: token)
        if changes.isEmpty { return changes.token }
        var request = request
        request.among = changes
        request.sort = .oldest
        request.limit = LiveMatches.pageSize
        request.explain = false
        request.now = clock.now()
        request.after = nil
        // Articles with only some of the words count as matches only in a search that finds nothing else.
        if request.match == .auto { request.match = .all }
        repeat {
            let started = clock.monotonicSeconds()
            var answer = try store.until(.after(.milliseconds(limit))) { try store.search(request) }
            request.after = answer.cursor
            answer.cursor = nil
            answer.suggestion = nil
            if !answer.hits.isEmpty { body(answer, clock.milliseconds(since: started)) }
        } while request.after != nil
        return changes.token
    }
}
