import Glibc

/// How the program ends: as grep does, and after a signal as a shell reports it, 128 and the signal's number.
enum ExitCode: Int32, Sendable {
    /// Found, or done.
    case done = 0
    /// A search that found nothing.
    case nothingFound = 1
    /// A mistake in what was asked, or something that could not be done.
    case failed = 2
    /// SIGHUP, Ctrl-C (SIGINT) or SIGTERM cut the work short; what was finished by then is stored.
    case hungUp = 129
    case interrupted = 130
    case terminated = 143

    init(signal: Int32) {
        switch signal {
        case SIGHUP: self = .hungUp
        case SIGINT: self = .interrupted
        default: self = .terminated
        }
    }

    /// Whether a signal ended the work, while other threads may still be at it.
    var isInterruption: Bool { rawValue > 128 }
}
