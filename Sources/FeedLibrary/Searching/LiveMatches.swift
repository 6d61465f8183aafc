public import Articles
internal import Pipelines
internal import SQLiteEngine
internal import System

/// Finds matching articles that any process adds or changes after the first search.
///
/// When the change token shows a commit, the ids of changed articles are read from the history, and the query runs on
/// these articles only.
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
    ///   - token: the history token that was read before that search.
    public init(_ library: Library, after first: SearchResult, _ options: SearchOptions, since token: Int64) {
        self.library = library
        self.options = options
        self.token = token
        shown = Set(first.answer.hits.map(\.id))
        request = first.request
    }

    /// Whether no article has matched so far.
    public var isEmpty: Bool { shown.isEmpty }

    /// Finds matching articles that were committed since the last call, and passes them to `body` in pages, ordered by
    /// date. Each article is reported only once.
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
