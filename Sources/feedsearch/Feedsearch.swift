import Glibc
import System

/// The command `feedsearch`.
@main
struct Feedsearch {
    static func main() {
        // With SIGPIPE ignored, write(2) fails with EPIPE if the reader closes the pipe, instead of ending the program.
        _ = signal(SIGPIPE, SIG_IGN)
        // With SIGXFSZ ignored, write(2) fails with EFBIG at the file size limit. The incomplete file is then removed
        // and reported.
        _ = signal(SIGXFSZ, SIG_IGN)
        let program = Program(environment: Environment.value)
        let code = program.run(Array(CommandLine.arguments.dropFirst()))
        // `_exit` skips the destructors that exit(3) runs, since they would break other threads that are still running.
        if code.isInterruption { _exit(code.rawValue) }
        exit(code.rawValue)
    }
}
