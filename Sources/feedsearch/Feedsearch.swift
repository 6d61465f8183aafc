import Glibc
import System

/// The command `feedsearch`.
@main
struct Feedsearch {
    static func main() {
        // If a reader closes the pipe, write(2) fails with EPIPE, and no signal ends the program.
        _ = signal(SIGPIPE, SIG_IGN)
        // At the file size limit, write(2) fails with EFBIG; the incomplete file is then removed and reported.
        _ = signal(SIGXFSZ, SIG_IGN)
        let program = Program(environment: Environment.value)
        let code = program.run(Array(CommandLine.arguments.dropFirst()))
        // Other threads may still be running: `_exit` skips the destructors that exit(3) runs, which would break those
        // threads.
        if code.isInterruption { _exit(code.rawValue) }
        exit(code.rawValue)
    }
}
