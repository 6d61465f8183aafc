public import Articles
internal import Pipelines
internal import SQLiteStorage
internal import System

/// Articles that match and come or change after a search, whichever process stores them.
///
/// SQLite tells of a commit by a number that costs microseconds to read; only then the history says which articles it was,
/// and the query runs on these alone.
public struct LiveMatches {
    private let library: Library
    private let request: SearchRequest
    private let options: SearchOptions
    private var token: Int64
    private var shown: Set<Int64>
    // A version that no database has: what came during the first search is looked for at once.
    private var version: Int64 = -1
    private static let pageSize = 1_000

    /// - Parameters:
    ///   - token: of the history, from before the first page was searched.
    ///   - first: the first page.
    public init(_ library: Library, after first: SearchResult, _ options: SearchOptions, since token: Int64) {
        self.library = library
        self.options = options
        self.token = token
        shown = Set(first.answer.hits.map(\.n))
        var request = first.request
        request.sort = .oldest
        request.limit = Self.pageSize
        request.explain = false
        // What has only most of the words is no match of its own; it is shown where nothing else was found.
        if request.match == .auto { request.match = .all }
        self.request = request
    }

    /// Nothing has matched so far.
    public var isEmpty: Bool { shown.isEmpty }

    /// Hands out the matches among what was committed since the last look, each article once, by date, a page at a time.
    public mutating func look(_ body: (SearchAnswer, _ milliseconds: Double) -> Void) throws {
        let current = try library.store.dataVersion()
        if current == version { return }
        version = current
        let changes = try library.store.changes(since: token)
        token = changes.token
        if changes.isEmpty { return }
        var request = request
        request.among = changes
        request.now = library.clock.now()
        request.after = nil
        repeat {
            let started = library.clock.monotonicSeconds()
            var answer = try library.store.until(options.deadline) { try library.store.search(request) }
            request.after = answer.cursor
            answer.cursor = nil
            answer.suggestion = nil
            answer.hits.removeAll { !shown.insert($0.n).inserted }
            answer.total = answer.hits.count
            let milliseconds = library.clock.milliseconds(since: started)
            if !answer.hits.isEmpty { body(answer, milliseconds) }
        } while request.after != nil
    }
}
