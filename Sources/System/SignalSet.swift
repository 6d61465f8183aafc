internal import Glibc

/// Sets of signals.
enum SignalSet {
    static func of(_ signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        return set
    }
}
