import Dispatch
import Glibc
import Synchronization

/// Takes the signals that ask a long-running command to end or to reload, on a thread of its own.
final class SignalWatch: Sendable {
    private struct State {
        var isEnding = false
        var isReloading = false
        var onEnd: (@Sendable () -> Void)?
    }
    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    /// From here on SIGINT and SIGTERM only set `isEnding`; the second of them ends the process at once. Must come before
    /// any other thread is started, which would inherit what the signals do.
    ///
    /// - Parameter reloads: SIGHUP cuts waits short in place of ending.
    init(reloads: Bool) {
        blockSignals()
        DispatchQueue(label: "feedsearch.signals").async {
            while true {
                var set = SignalWatch.signals
                var number: Int32 = 0
                guard unsafe sigwait(&set, &number) == 0 else { continue }
                if number == SIGHUP, reloads { self.reload() } else { self.end() }
            }
        }
    }

    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// What is done, on the watch's thread, when it is time to end; at once where it is time already.
    func onEnd(_ body: (@Sendable () -> Void)?) {
        let isEnding = state.withLock { state in
            state.onEnd = body
            return state.isEnding
        }
        if isEnding { body?() }
    }

    /// Waits; cut short by a signal.
    ///
    /// - Returns: true where the configuration is to be read again.
    func wait(seconds: Double) -> Bool {
        if !isEnding { _ = bell.wait(timeout: .now() + seconds) }
        return state.withLock { state in
            defer { state.isReloading = false }
            return state.isReloading
        }
    }

    private func reload() {
        state.withLock { $0.isReloading = true }
        bell.signal()
    }

    private func end() {
        let (body, isSecond) = state.withLock { state in
            defer { state.isEnding = true }
            return (state.onEnd, state.isEnding)
        }
        if isSecond { _exit(ExitCode.failed.rawValue) }
        body?()
        bell.signal()
    }

    private func blockSignals() {
        var set = SignalWatch.signals
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    private static var signals: sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&set, number) }
        return set
    }
}
