public import Articles
internal import Pipelines
internal import SQLiteStorage
internal import System

/// Articles that match and come or change after a search, whichever process stores them.
///
/// The change token tells of a commit; only then the history says which articles it was, and the query runs on these alone.
public struct LiveMatches {
    private let library: Library
    private let request: SearchRequest
    private let options: SearchOptions
    private var token: Int64
    private var shown: Set<Int64>
    // nil at first: what came during the first search is looked for at once.
    private var seen: ChangeToken?
    fileprivate static let pageSize = 1_000

    /// - Parameters:
    ///   - token: of the history, from before the first page was searched.
    ///   - first: the first page.
    public init(_ library: Library, after first: SearchResult, _ options: SearchOptions, since token: Int64) {
        self.library = library
        self.options = options
        self.token = token
        shown = Set(first.answer.hits.map(\.id))
        request = first.request
    }

    /// Nothing has matched so far.
    public var isEmpty: Bool { shown.isEmpty }

    /// Hands out the matches among what was committed since the last look, each article once, by date, a page at a time.
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
    /// Hands out the matches among what was committed since a token, by date, a page at a time.
    ///
    /// - Parameters:
    ///   - request: its order, limit and cursor are not asked for.
    ///   - limit: milliseconds of each page at most.
    /// - Returns: the newest token, to go on from.
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
        // What has only most of the words is no match of its own; it is shown where nothing else was found.
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
