import Glibc
import System

extension SignalWatch {
    /// A watch that ends the program with the exit code of a signal.
    convenience init(reloads: Bool, endsAtOnce: Bool = false) {
        self.init(reloads: reloads, endsAtOnce: endsAtOnce) { _exit(ExitCode(signal: $0).rawValue) }
    }

    /// The exit code of a command that a signal ended early; nil if there was no signal.
    var interruption: ExitCode? { ending.map(ExitCode.init(signal:)) }
}
