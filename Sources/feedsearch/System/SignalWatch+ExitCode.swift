import Glibc
import System

extension SignalWatch {
    /// A watch whose signals end the program with their exit status.
    convenience init(reloads: Bool, endsAtOnce: Bool = false) {
        self.init(reloads: reloads, endsAtOnce: endsAtOnce) { _exit(ExitCode(signal: $0).rawValue) }
    }

    /// The status with which a command ends whose work a signal cut short; nil where there was none.
    var interruption: ExitCode? { ending.map(ExitCode.init(signal:)) }
}
