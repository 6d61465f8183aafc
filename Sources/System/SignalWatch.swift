private import Dispatch
private import Glibc

/// Handles signals that end or reload a long-running command, on a separate thread.
public final class SignalWatch: Sendable {
    private struct State {
        /// The first termination signal that the process received.
        var ending: Int32?
        var isReloading = false
        var onEnd: (@Sendable () -> Void)?
        var followers: [@Sendable () -> Void] = []
    }
    private let state = Locked(State())
    private let bell = DispatchSemaphore(value: 0)
    private let endsAtOnce: Bool
    private let endProcess: @Sendable (Int32) -> Void

    /// Starts the watch. The first SIGINT or SIGTERM only sets `ending`; the second one calls `endProcess`. Must be
    /// called before any other thread starts, because threads inherit the signal mask.
    ///
    /// - Parameters:
    ///   - reloads: whether SIGHUP ends waits early instead of ending the process.
    ///   - endsAtOnce: whether the first signal also calls `endProcess`, unless an `onEnd` action is set.
    ///   - endProcess: ends the process at once because of the signal.
    public init(reloads: Bool, endsAtOnce: Bool = false, endProcess: @escaping @Sendable (Int32) -> Void) {
        self.endsAtOnce = endsAtOnce
        self.endProcess = endProcess
        let hangUp = reloads || !SignalWatch.ignoresHangUp ? [SIGHUP] : []
        let signals = SignalSet.of([SIGINT, SIGTERM] + hangUp)
        var blocked = signals
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
        DispatchQueue(label: "feedsearch.signals").async {
            while true {
                var set = signals
                var number: Int32 = 0
                guard unsafe sigwait(&set, &number) == 0 else { continue }
                if number == SIGHUP, reloads { self.reload() } else { self.end(number) }
            }
        }
    }

    /// The first termination signal that the process received; nil if the process has received none.
    public var ending: Int32? { state.withLock { $0.ending } }

    public var isEnding: Bool { ending != nil }

    /// Sets the action to run on the watch's thread when the process should end. If a termination signal has already
    /// arrived, the action runs at once.
    public func onEnd(_ body: (@Sendable () -> Void)?) {
        let ending = state.withLock { state in
            state.onEnd = body
            return state.ending
        }
        if let ending { run(body, ending) }
    }

    /// Adds an action to run once, on the watch's thread, at the first termination signal, in addition to `onEnd`.
    public func atEnd(_ body: @escaping @Sendable () -> Void) {
        let isEnding = state.withLock { state in
            if state.ending == nil { state.followers.append(body) }
            return state.ending != nil
        }
        if isEnding { body() }
    }

    private func run(_ body: (@Sendable () -> Void)?, _ signal: Int32) {
        if let body { body() } else if endsAtOnce { endProcess(signal) }
    }

    /// Waits; a signal ends the wait early.
    ///
    /// - Returns: true if the configuration should be read again.
    public func wait(seconds: Double) -> Bool {
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
        let (body, followers, isSecond) = state.withLock { state in
            defer {
                state.ending = state.ending ?? signal
                state.followers = []
            }
            return (state.onEnd, state.followers, state.ending != nil)
        }
        if isSecond { endProcess(signal) }
        for follower in followers { follower() }
        run(body, signal)
        bell.signal()
    }

    /// Whether the process was started by nohup(1), so that it continues without the terminal.
    private static var ignoresHangUp: Bool {
        var action = sigaction()
        guard unsafe sigaction(SIGHUP, nil, &action) == 0 else { return false }
        // Swift cannot compare C functions, but it can compare their addresses.
        let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        let ignoring = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
        return handler == ignoring
    }
}
