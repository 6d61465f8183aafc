private import Glibc

extension Terminal {
    /// Reads a line without showing it while it is typed. Echo is restored even if a signal ends the program.
    ///
    /// As in getpass(3), echo is turned off before the question is written, so that the user may type immediately.
    ///
    /// - Parameters:
    ///   - question: written to standard error.
    ///   - input: a terminal.
    /// - Returns: the line without its line break; nil at the end of the input.
    public static func readSecret(_ question: String, _ input: FileDescriptor) throws(SystemError) -> [UInt8]? {
        let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
        var signals = SignalSet.of(ending)
        var before = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, &signals, &before)
        // Unblock signals after the terminal is restored; a pending signal is then delivered.
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        var shown = termios()
        guard unsafe tcgetattr(input.number, &shown) == 0 else { throw SystemError(number: errno, path: "") }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        hidden.c_lflag |= tcflag_t(ECHONL)
        unsafe tcsetattr(input.number, TCSADRAIN, &hidden)
        defer { unsafe tcsetattr(input.number, TCSADRAIN, &shown) }
        try FileDescriptor.standardError.write(Array(question.utf8))
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            var pollee = pollfd(fd: input.number, events: Int16(POLLIN), revents: 0)
            let isReady = unsafe poll(&pollee, 1, 100) > 0
            var pending = sigset_t()
            unsafe sigpending(&pending)
            for signal in ending where unsafe sigismember(&pending, signal) == 1 { return nil }
            if isReady, try !input.read(into: &line, count: 4_096) { break }
        }
        if line.isEmpty { return nil }
        return Array(line.prefix { $0 != UInt8(ascii: "\n") })
    }
}
