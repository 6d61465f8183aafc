import Articles
import SQLiteStorage
import System

/// `search --live`: after the first page, every article that matches and comes or changes, until somebody ends it.
///
/// Any process may store it. SQLite tells of a commit by a number that costs microseconds to read; only then the history
/// says which articles it was, and the query runs on these alone.
struct LiveSearch {
    let request: SearchRequest
    let options: SearchOptions
    let store: any ArticleStore
    let output: SearchOutput

    /// Longest time between a commit and the line that tells of it, apart from the search itself.
    private static let interval: Int32 = 250
    private static let pageSize = 1_000

    /// - Parameters:
    ///   - token: of the history, from before the first page was searched.
    ///   - shown: numbers on the first page.
    func run(since token: Int64, shown: [Int64]) throws -> ExitCode {
        let wait = InterruptibleWait()
        var token = token
        var shown = Set(shown)
        output.invocation.output.flush()
        output.invocation.messages.note(.liveWaits)
        // A version that no database has: what came during the first search is looked for at once.
        var version: Int64 = -1
        repeat {
            let current = try store.dataVersion()
            if current == version { continue }
            version = current
            let changes = try store.changes(since: token)
            token = changes.token
            if !changes.isEmpty { try show(changes, &shown) }
        } while wait.milliseconds(Self.interval)
        return shown.isEmpty ? .nothingFound : .done
    }

    /// Shows the matches among the changes, each article once, in the order of their dates.
    private func show(_ changes: ArticleChanges, _ shown: inout Set<Int64>) throws {
        var request = request
        request.among = changes
        request.now = WallClock.now()
        request.sort = .oldest
        request.limit = Self.pageSize
        request.after = nil
        request.explain = false
        // What has only most of the words is no match of its own; it is shown where nothing else was found.
        if request.match == .auto { request.match = .all }
        repeat {
            let started = WallClock.monotonicSeconds()
            var answer = try store.until(options.deadline) { try store.search(request) }
            request.after = answer.cursor
            answer.cursor = nil
            answer.suggestion = nil
            answer.hits.removeAll { !shown.insert($0.n).inserted }
            answer.total = answer.hits.count
            let milliseconds = ((WallClock.monotonicSeconds() - started) * 1e6).rounded() / 1e3
            if !answer.hits.isEmpty { output.showMore(answer, milliseconds: milliseconds) }
        } while request.after != nil
    }
}
