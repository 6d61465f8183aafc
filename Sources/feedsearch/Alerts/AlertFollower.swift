import Alerting
import Articles
import Dispatch
import SQLiteStorage
import Synchronization

/// Delivers alerts as they come, whichever process stores what they tell of, until somebody ends it.
final class AlertFollower: @unchecked Sendable {
    // Made by one thread, then used by the one that runs it.

    private let store: any ArticleStore
    private let alerts: AlertRun
    private let invocation: Invocation

    /// Looks four times a second whether anything was committed, which costs microseconds.
    private static let interval = 0.25

    /// - Parameter prints: messages for the channel `terminal` are printed.
    init(_ invocation: Invocation, settings: Settings, prints: Bool) throws {
        store = try invocation.openExistingForWriting()
        alerts = try AlertRun(invocation, settings: settings, store: store, prints: prints)
        self.invocation = invocation
    }

    /// Blocks the calling thread.
    ///
    /// - Parameters:
    ///   - wait: waits so many seconds, less where it is time to end.
    ///   - show: takes what each pass did.
    func run(isEnding: () -> Bool, wait: (Double) -> Void, show: (AlertDeliverer.Report) -> Void) {
        var version: Int64 = -1
        var due: Int64?
        var confirmed = ConfirmationFile.own.stamp
        var unconfirmed: [AlertDeliverer.Unconfirmed] = []
        while !isEnding() {
            do {
                let current = try store.dataVersion()
                let stamp = ConfirmationFile.own.stamp
                if current != version || stamp != confirmed || due.map({ $0 <= WallClock.now() }) ?? false {
                    confirmed = stamp
                    let report = try alerts.once(isEnding: isEnding)
                    show(report)
                    // What waits for a person is said once, not at every commit.
                    if report.unconfirmed != unconfirmed { invocation.report(unconfirmed: report.unconfirmed) }
                    unconfirmed = report.unconfirmed
                    // Whoever is delivering may not see what came last: it is asked again at the next look.
                    version = report.isBusy ? -1 : current
                    due = try alerts.nextDue()
                }
            } catch {
                let text = Complaint(error, language: invocation.language).text
                invocation.messages.warning(.alertsFailed, [text])
                due = WallClock.now() + 1
            }
            wait(Self.interval)
        }
    }

    /// Follows on a thread of its own while a command does other work.
    ///
    /// - Returns: ends it, and waits until it has ended; a message that is on its way is finished.
    func start() -> @Sendable () -> Void {
        let end = DispatchSemaphore(value: 0)
        let done = DispatchGroup()
        let state = EndingFlag()
        DispatchQueue(label: "feedsearch.alerts").async(group: done) { [self] in
            run(
                isEnding: { state.isSet }, wait: { _ = end.wait(timeout: .now() + $0) },
                show: { report in
                    for reason in report.failures.prefix(3) { invocation.messages.warning(.alertsFailed, [reason]) }
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
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}
