import Glibc
import System

extension SignalWatch {
    /// Creates a watch that ends the program with the exit code of the signal.
    convenience init(reloads: Bool, endsAtOnce: Bool = false) {
        self.init(reloads: reloads, endsAtOnce: endsAtOnce) { _exit(ExitCode(signal: $0).rawValue) }
    }

    /// The exit code if a signal ended the command early; otherwise nil.
    var interruption: ExitCode? { ending.map(ExitCode.init(signal:)) }
}
