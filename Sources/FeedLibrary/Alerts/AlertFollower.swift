public import Alerting
internal import Articles
private import Dispatch
internal import Messages
internal import SQLiteEngine
internal import System

/// Delivers alerts for new articles, including articles stored by other processes, until the follower is ended.
public final class AlertFollower: @unchecked Sendable {
    // Unchecked `Sendable`: created on one thread, then used only by the thread that calls `run`.

    private let open: () throws -> Library
    private let terminal: (@Sendable (AlertMessage) -> Void)?
    private var library: Library
    private var deliverer: AlertDeliverer

    /// The time between two checks for a new commit, in seconds. A check takes microseconds.
    private static let interval = 0.25

    /// - Parameters:
    ///   - terminal: prints messages for the channel `terminal`.
    ///   - open: opens a library for changes, which only this follower uses. Called by the initialiser, and again if
    ///     the library's file is replaced.
    public init(
        terminal: (@Sendable (AlertMessage) -> Void)? = nil, open: @escaping () throws -> Library
    ) throws {
        self.open = open
        self.terminal = terminal
        library = try open()
        deliverer = try library.alerts.deliverer(terminal: terminal)
    }

    /// Opens the library again if its file was replaced. Deliveries recorded in the old file would be lost.
    ///
    /// - Returns: whether the library was opened again.
    private func reopenIfReplaced() throws -> Bool {
        guard library.store.isReplaced else { return false }
        let opened = try open()
        deliverer = try opened.alerts.deliverer(terminal: terminal)
        library = opened
        return true
    }

    /// Delivers alerts until `isEnding` returns true; blocks the calling thread.
    ///
    /// - Parameters:
    ///   - wait: waits this many seconds, or until `isEnding` returns true.
    ///   - show: receives the report of each pass.
    public func run(isEnding: () -> Bool, wait: (Double) -> Void, show: (AlertDeliverer.Report) -> Void) {
        var seen: ChangeToken?
        var due: Int64?
        var confirmed = library.settings.confirmations.stamp
        var unconfirmed: [AlertDeliverer.Unconfirmed] = []
        var unreadable: [String] = []
        var failure: String?
        while !isEnding() {
            do {
                if try reopenIfReplaced() { seen = nil }
                let current = try library.store.changeToken()
                let stamp = library.settings.confirmations.stamp
                if current != seen || stamp != confirmed || due.map({ $0 <= library.clock.now() }) ?? false {
                    confirmed = stamp
                    let report = try deliverer.run(isEnding: isEnding)
                    show(report)
                    // Report a missing confirmation once, not at every commit.
                    if report.unconfirmed != unconfirmed { library.alerts.tell(unconfirmed: report.unconfirmed) }
                    unconfirmed = report.unconfirmed
                    if report.unreadable != unreadable { library.alerts.tell(unreadable: report.unreadable) }
                    unreadable = report.unreadable
                    // If another process is delivering, it may miss the last commit, so check this commit again next
                    // time.
                    seen = report.isBusy ? nil : current
                    due = try deliverer.nextDue()
                    failure = nil
                }
            } catch {
                // Report a repeated error once.
                let text = UserFacingError(error, language: library.settings.language).text
                if text != failure { library.tell(.warning, .alertsFailed, [text]) }
                failure = text
                due = library.clock.now() + 1
            }
            wait(Self.interval)
        }
    }

    /// Runs the follower on its own thread while a command does other work.
    ///
    /// - Returns: a closure that ends the follower and waits until its thread has ended. A message that is being sent
    ///   is completed.
    public func start() -> @Sendable () -> Void {
        let end = DispatchSemaphore(value: 0)
        let done = DispatchGroup()
        let state = EndingFlag()
        DispatchQueue(label: "feedsearch.alerts").async(group: done) { [self] in
            run(
                isEnding: { state.isSet }, wait: { _ = end.wait(timeout: .now() + $0) },
                show: { report in
                    for reason in report.failures.prefix(3) { library.tell(.warning, .alertsFailed, [reason]) }
                })
        }
        return {
            state.set()
            end.signal()
            done.wait()
        }
    }
}

private final class EndingFlag: Sendable {
    private let value = Locked(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}
