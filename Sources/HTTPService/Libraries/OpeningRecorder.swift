internal import Articles
internal import System

/// Records the openings of articles in the background. Requests do not wait for the writer, and a library has at most
/// one such write at a time: articles that are opened in the meantime are recorded together by the next one.
final class OpeningRecorder: Sendable {
    private struct State {
        var waiting: Set<ArticleID> = []
        var isRunning = false
    }

    /// The maximum number of waiting articles. Further openings are not recorded.
    static let maxWaiting = 1_000
    private let state = Locked(State())
    private let record: @Sendable ([ArticleID]) async -> Void

    /// - Parameter record: stores the openings; ignores errors.
    init(record: @escaping @Sendable ([ArticleID]) async -> Void) { self.record = record }

    func note(_ article: ArticleID) {
        let starts = state.withLock { state in
            if state.waiting.count < Self.maxWaiting { state.waiting.insert(article) }
            if state.isRunning { return false }
            state.isRunning = true
            return true
        }
        if starts { Task { await run() } }
    }

    private func run() async {
        while let articles = next() { await record(articles) }
    }

    private func next() -> [ArticleID]? {
        state.withLock { state in
            let articles = state.waiting.sorted()
            state.waiting = []
            state.isRunning = !articles.isEmpty
            return articles.isEmpty ? nil : articles
        }
    }
}
