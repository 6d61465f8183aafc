import Glibc
import System

/// Full-text search for feeds, as a command: words in, results on standard output, an exit status out.
@main
struct Feedsearch {
    static func main() {
        // A reader that closes the pipe shows as EPIPE of write(2), not as a signal.
        _ = signal(SIGPIPE, SIG_IGN)
        // A limit on the size of files shows as EFBIG: the copy that reaches it is cleared away, and the message names it.
        _ = signal(SIGXFSZ, SIG_IGN)
        let program = Program(environment: Environment.value)
        let code = program.run(Array(CommandLine.arguments.dropFirst()))
        // Threads that read or parse are not waited for; they must not meet what exit(3) takes down.
        if code.isInterruption { _exit(code.rawValue) }
        exit(code.rawValue)
    }
}
