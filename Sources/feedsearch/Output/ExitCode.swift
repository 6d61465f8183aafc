import Glibc

/// Exit codes as in grep; after a signal, 128 plus the signal's number, as a shell reports it.
enum ExitCode: Int32, Sendable {
    /// A search that found something, or the success of any other command.
    case done = 0
    /// A search that found nothing.
    case nothingFound = 1
    /// A usage error or a failure.
    case failed = 2
    /// SIGHUP, Ctrl-C (SIGINT) or SIGTERM ended the work early; finished work is stored.
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

    /// Whether a signal ended the work; other threads may still be running.
    var isInterruption: Bool { rawValue > 128 }
}
