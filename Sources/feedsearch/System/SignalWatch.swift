import Dispatch
import Glibc
import Synchronization

/// Takes the signals that ask a long-running command to end or to reload, on a thread of its own.
final class SignalWatch: Sendable {
    private struct State {
        /// The first signal that asked to end.
        var ending: Int32?
        var isReloading = false
        var onEnd: (@Sendable () -> Void)?
    }
    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)
    private let endsAtOnce: Bool

    /// From here on SIGINT and SIGTERM only set `isEnding`; the second of them ends the process at once. Must come before
    /// any other thread is started, which would inherit what the signals do.
    ///
    /// - Parameters:
    ///   - reloads: SIGHUP cuts waits short in place of ending.
    ///   - endsAtOnce: the first signal ends the process too, except while `onEnd` has something to do.
    init(reloads: Bool, endsAtOnce: Bool = false) {
        self.endsAtOnce = endsAtOnce
        let signals = SignalWatch.signals(withHangUp: reloads || !SignalWatch.ignoresHangUp)
        block(signals)
        DispatchQueue(label: "feedsearch.signals").async {
            while true {
                var set = signals
                var number: Int32 = 0
                guard unsafe sigwait(&set, &number) == 0 else { continue }
                if number == SIGHUP, reloads { self.reload() } else { self.end(number) }
            }
        }
    }

    var isEnding: Bool { state.withLock { $0.ending != nil } }

    /// The status with which a command ends whose work a signal cut short; nil where there was none.
    var interruption: ExitCode? { state.withLock { $0.ending }.map(ExitCode.init(signal:)) }

    /// What is done, on the watch's thread, when it is time to end; at once where it is time already.
    func onEnd(_ body: (@Sendable () -> Void)?) {
        let ending = state.withLock { state in
            state.onEnd = body
            return state.ending
        }
        if let ending { run(body, ending) }
    }

    private func run(_ body: (@Sendable () -> Void)?, _ signal: Int32) {
        if let body { body() } else if endsAtOnce { _exit(ExitCode(signal: signal).rawValue) }
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

    private func end(_ signal: Int32) {
        let (body, isSecond) = state.withLock { state in
            defer { state.ending = state.ending ?? signal }
            return (state.onEnd, state.ending != nil)
        }
        if isSecond { _exit(ExitCode(signal: signal).rawValue) }
        run(body, signal)
        bell.signal()
    }

    private func block(_ signals: sigset_t) {
        var set = signals
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    private static func signals(withHangUp: Bool) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in [SIGINT, SIGTERM] + (withHangUp ? [SIGHUP] : []) { unsafe sigaddset(&set, number) }
        return set
    }

    /// Started by nohup(1): the work goes on without the terminal.
    private static var ignoresHangUp: Bool {
        var action = sigaction()
        guard unsafe sigaction(SIGHUP, nil, &action) == 0 else { return false }
        // Functions cannot be compared; their addresses can.
        let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        let ignoring = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
        return handler == ignoring
    }
}
