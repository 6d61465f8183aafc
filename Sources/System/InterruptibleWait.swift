private import Glibc

/// Waiting that Ctrl-C, a termination, or the end of the program that reads our output cuts short.
public struct InterruptibleWait {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// From here on these signals no longer end the process; `milliseconds` tells of them.
    public init() {
        var set = SignalSet.of(Self.signals)
        unsafe sigprocmask(SIG_BLOCK, &set, nil)
    }

    /// Waits; false where it is time to end.
    public func milliseconds(_ milliseconds: Int32) -> Bool {
        // Nothing is waited for but the hang-up, which is always reported: poll(2), POLLERR.
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        if unsafe poll(&output, 1, milliseconds) > 0 { return false }
        var set = SignalSet.of(Self.signals)
        var none = timespec()
        return unsafe sigtimedwait(&set, nil, &none) < 0
    }
}
