private import Glibc

/// Waits that end early on Ctrl-C, on a termination signal, or when the program that reads the output ends.
public struct InterruptibleWait {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Blocks the termination signals, so that they no longer end the process; `milliseconds` reports them.
    public init() {
        var set = SignalSet.of(Self.signals)
        unsafe sigprocmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for the given time. Returns false if the process should end.
    public func milliseconds(_ milliseconds: Int32) -> Bool {
        // With no events requested, poll(2) reports only POLLERR, which means that the reader has closed the pipe.
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        if unsafe poll(&output, 1, milliseconds) > 0 { return false }
        var set = SignalSet.of(Self.signals)
        var none = timespec()
        return unsafe sigtimedwait(&set, nil, &none) < 0
    }
}
