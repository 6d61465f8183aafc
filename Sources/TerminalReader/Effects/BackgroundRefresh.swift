internal import Articles
private import Dispatch
internal import FeedLibrary
internal import Ingestion
internal import Messages
internal import System
internal import TerminalPages

/// Refreshes feeds while somebody reads: one round at a time, on a thread of its own, with a library of its own.
final class BackgroundRefresh: Sendable {
    private struct State {
        var round: FeedRound?
        var isRunning = false
        var isCancelled = false
    }

    private let inbox: Inbox
    private let language: Language
    private let open: @Sendable () throws -> Library
    private let state = Locked(State())
    private let idle = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "feedsearch.refresh")

    /// Seconds between two events of progress.
    private static let interval = 0.2

    init(inbox: Inbox, language: Language, open: @escaping @Sendable () throws -> Library) {
        self.inbox = inbox
        self.language = language
        self.open = open
    }

    /// - Parameter feeds: addresses; none for all that may be asked.
    func start(_ feeds: [String]) {
        let begins = state.withLock { state in
            if state.isRunning { return false }
            state = State(isRunning: true)
            return true
        }
        guard begins else { return }
        inbox.send(.progress(Message.browseRefreshing.text(language)))
        queue.async { [self] in
            let said: ReaderEvent
            do {
                said = .said(try run(feeds), isError: false)
            } catch {
                said = .said(Complaint(error, language: language).text, isError: true)
            }
            state.withLock { $0 = State() }
            inbox.send(.progress(nil))
            inbox.send(said)
            idle.signal()
        }
    }

    /// What has arrived is stored.
    func cancel() {
        let round = state.withLock { state in
            state.isCancelled = true
            return state.round
        }
        round?.cancel()
    }

    /// Ends a refresh, and waits until it has.
    func finish(within seconds: Double) {
        guard state.withLock({ $0.isRunning }) else { return }
        cancel()
        _ = idle.wait(timeout: .now() + seconds)
    }

    /// - Returns: what it came to, for a person.
    private func run(_ feeds: [String]) throws -> String {
        let library = try open()
        var request = RefreshRequest()
        request.names = feeds
        let round = try FeedRound(request, library.settings, library.clock)
        let isCancelled = state.withLock { state in
            state.round = round
            return state.isCancelled
        }
        let due = isCancelled ? [] : try round.feeds(in: library)
        if due.isEmpty { return Message.fetchNoFeeds.text(language) }
        var shown = 0.0
        let report = try round.refresh(due, in: library) { [inbox, language] progress in
            let now = library.clock.monotonicSeconds()
            if now - shown < Self.interval { return }
            shown = now
            inbox.send(.progress(FetchProgress.line(progress, language)))
        }
        if !report.isOffline, !report.isCancelled {
            _ = try round.fetchPages(in: library, isEnding: { [state] in state.withLock { $0.isCancelled } })
            library.refreshTitleWordsBriefly()
            library.deliverAfterWriting()
        }
        if report.isOffline { return Message.fetchOffline.text(language) }
        let counts = [
            report.feeds, report.fetched, report.unchanged, report.failures.count, report.inserted, report.updated,
        ].map { String($0) }
        return Message.fetchSummary.text(language, counts + [String((report.seconds * 100).rounded() / 100)])
    }
}
