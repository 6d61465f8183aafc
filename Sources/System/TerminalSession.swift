private import Dispatch
private import Glibc

/// A terminal in raw mode: the program reads each key as it is pressed and draws the screen. `leave` restores the
/// terminal.
///
/// Used by one thread. The terminal is also restored after a crash.
public final class TerminalSession {
    /// A signal from another process, the kernel or the user, reported on a separate thread.
    public enum Signal: Sendable {
        case resized, suspend, continued
        /// SIGINT, SIGTERM, SIGHUP or SIGQUIT.
        case end(Int32)
    }

    private let input: FileDescriptor
    private let output: FileDescriptor
    private let opening: [UInt8]
    private let before: termios
    private var isEntered = false

    /// - Parameters:
    ///   - opening: written when the session begins.
    ///   - closing: written when the session ends.
    public init(
        input: FileDescriptor, output: FileDescriptor, opening: String, closing: String
    ) throws(SystemError) {
        self.input = input
        self.output = output
        self.opening = Array(opening.utf8)
        var attributes = termios()
        guard unsafe tcgetattr(input.number, &attributes) == 0 else { throw SystemError(number: errno, path: "") }
        before = attributes
        Restoration.prepare(input.number, output.number, attributes, Array(closing.utf8))
    }

    deinit { leave() }

    /// Enters raw mode, in which keys are read one by one, without echo, and do not raise signals.
    public func enter() {
        takeKeys()
        isEntered = true
        unsafe Restoration.isDue = true
        try? output.write(opening)
    }

    /// Sets raw mode again, because another program may have changed the mode while the process was stopped.
    public func takeKeys() {
        var raw = before
        raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
        raw.c_oflag &= ~tcflag_t(OPOST)
        raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN | ISIG)
        raw.c_cflag |= tcflag_t(CS8)
        // If the process is in the background, this call stops it, so nothing may be drawn before the call.
        while unsafe tcsetattr(input.number, TCSADRAIN, &raw) != 0, errno == EINTR {}
    }

    /// Restores the terminal.
    public func leave() {
        guard isEntered else { return }
        isEntered = false
        Restoration.restore()
    }

    /// Writes to the terminal.
    ///
    /// - Throws: `SystemError` if the terminal is gone.
    public func write(_ bytes: [UInt8]) throws(SystemError) { try output.write(bytes) }

    /// Restores the terminal and stops the process, as Ctrl-Z does. Begins the session again when the process
    /// continues.
    ///
    /// If no shell could continue the process, it is not stopped, because the system then discards SIGTSTP.
    public func suspend() {
        leave()
        var set = SignalSet.of([SIGTSTP])
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
        // Send the signal to this thread. If it were sent to the process, the thread that waits for signals would
        // receive it.
        pthread_kill(pthread_self(), SIGTSTP)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        enter()
    }

    /// Passes signals to `body` on a separate thread, so that they no longer end the process. Must be called before any
    /// other thread starts.
    ///
    /// A second termination signal ends the process at once, because output to the terminal may block.
    public static func watchSignals(_ body: @escaping @Sendable (Signal) -> Void) {
        let signals = SignalSet.of([SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT])
        var blocked = signals
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
        DispatchQueue(label: "feedsearch.signals").async {
            var isEnding = false
            while true {
                var set = signals
                var number: Int32 = 0
                guard unsafe sigwait(&set, &number) == 0 else { continue }
                switch number {
                case SIGWINCH: body(.resized)
                case SIGTSTP: body(.suspend)
                case SIGCONT: body(.continued)
                default:
                    if isEnding {
                        Restoration.restore()
                        _exit(128 + number)
                    }
                    isEnding = true
                    body(.end(number))
                }
            }
        }
    }
}

/// Restores the terminal. May run in a signal handler, so it calls nothing that could block.
///
/// A process has only one terminal. The variables are set before the signal handlers are installed, and are read by
/// whichever thread crashes.
private enum Restoration {
    nonisolated(unsafe) static var input: Int32 = 0
    nonisolated(unsafe) static var output: Int32 = 1
    nonisolated(unsafe) static var attributes = termios()
    nonisolated(unsafe) static var closing = unsafe UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
    nonisolated(unsafe) static var isDue = false

    static func prepare(_ input: Int32, _ output: Int32, _ attributes: termios, _ closing: [UInt8]) {
        unsafe Self.input = input
        unsafe Self.output = output
        unsafe Self.attributes = attributes
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: closing.count)
        _ = unsafe bytes.initialize(from: closing)
        unsafe Self.closing.deallocate()
        unsafe Self.closing = unsafe bytes
        for number in [SIGSEGV, SIGILL, SIGBUS, SIGFPE, SIGABRT, SIGTRAP] {
            var action = sigaction()
            // When the handler returns, the signal is raised again and ends the process.
            unsafe action.__sigaction_handler.sa_handler = { number in
                Restoration.restore()
                raise(number)
            }
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
            unsafe sigaction(number, &action, nil)
        }
    }

    static func restore() {
        guard unsafe isDue else { return }
        unsafe isDue = false
        _ = unsafe Glibc.write(output, closing.baseAddress, closing.count)
        unsafe tcsetattr(input, TCSANOW, &attributes)
    }
}
