public import Articles
internal import Pipelines
internal import SQLiteEngine
internal import System

/// Finds matching articles that any process adds or changes after a search.
///
/// When the change token shows that there was a commit, the changed articles are taken from the history, and the query
/// runs on these alone.
public struct LiveMatches {
    private let library: Library
    private let request: SearchRequest
    private let options: SearchOptions
    private var token: Int64
    private var shown: Set<Int64>
    // The last change token seen; nil at first, so that articles stored during the first search are found immediately.
    private var seen: ChangeToken?
    static let pageSize = 1_000

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

    /// Whether no article has matched so far.
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
