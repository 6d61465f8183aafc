import Glibc

/// Exit codes as in grep. After a signal, the exit code is 128 plus the signal's number, as in a shell.
enum ExitCode: Int32, Sendable {
    /// A search found something, or another command succeeded.
    case done = 0
    /// A search found nothing.
    case nothingFound = 1
    /// The command line is invalid, or the command failed.
    case failed = 2
    /// SIGHUP, SIGINT (Ctrl-C) or SIGTERM ended the command early. The work completed so far is stored.
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

    /// Whether a signal ended the command. Other threads may then still be running.
    var isInterruption: Bool { rawValue > 128 }
}
