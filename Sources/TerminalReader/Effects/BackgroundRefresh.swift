internal import Articles
private import Dispatch
internal import FeedLibrary
internal import Ingestion
internal import Messages
internal import System
internal import TerminalPages

/// Refreshes feeds in the background, one refresh at a time. It uses its own thread and its own connection to the
/// library.
final class BackgroundRefresh: Sendable {
    private struct State {
        var round: RefreshRun?
        var isRunning = false
        var isCancelled = false
    }

    private let inbox: Inbox
    private let language: Language
    private let open: @Sendable () throws -> Library
    private let state = Locked(State())
    private let idle = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "feedsearch.refresh")

    /// The seconds between two progress events.
    private static let interval = 0.2

    init(inbox: Inbox, language: Language, open: @escaping @Sendable () throws -> Library) {
        self.inbox = inbox
        self.language = language
        self.open = open
    }

    /// - Parameter feeds: addresses of feeds; if empty, all feeds that may be fetched.
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
                said = .said(UserFacingError(error, language: language).text, isError: true)
            }
            state.withLock { $0 = State() }
            inbox.send(.progress(nil))
            inbox.send(said)
            idle.signal()
        }
    }

    /// Cancels the refresh. Responses that have already arrived are stored.
    func cancel() {
        let round = state.withLock { state in
            state.isCancelled = true
            return state.round
        }
        round?.cancel()
    }

    /// Cancels the refresh, and waits at most `seconds` for it to end.
    func finish(within seconds: Double) {
        guard state.withLock({ $0.isRunning }) else { return }
        cancel()
        _ = idle.wait(timeout: .now() + seconds)
    }

    /// - Returns: the result as a message for the user.
    private func run(_ feeds: [String]) throws -> String {
        let library = try open()
        var request = RefreshRequest()
        request.names = feeds
        let round = try RefreshRun(request, library.settings, library.clock)
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
            library.alerts.deliverAfterWriting()
        }
        if report.isOffline { return Message.fetchOffline.text(language) }
        let counts = [
            report.feeds, report.fetched, report.unchanged, report.failures.count, report.inserted, report.updated,
        ].map { String($0) }
        return Message.fetchSummary.text(language, counts + [String((report.seconds * 100).rounded() / 100)])
    }
}
