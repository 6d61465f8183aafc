private import Dispatch
private import Glibc

/// A terminal whose keys are read as they are pressed, and that is drawn on; `leave` gives it back as it was.
///
/// Used by one thread. A crash gives the terminal back, too.
public final class TerminalSession {
    /// What other processes, the kernel or the user ask of the program, told on a thread of its own.
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
    ///   - opening: what is written as the terminal is taken over.
    ///   - closing: what is written as it is given back.
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

    /// Takes the terminal over: keys come one by one, none is shown, and none is a signal.
    public func enter() {
        takeKeys()
        isEntered = true
        unsafe Restoration.isDue = true
        try? output.write(opening)
    }

    /// Takes keys as they are pressed, once more: anyone who stopped the process may have changed that.
    public func takeKeys() {
        var raw = before
        raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
        raw.c_oflag &= ~tcflag_t(OPOST)
        raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN | ISIG)
        raw.c_cflag |= tcflag_t(CS8)
        // First: in the background this stops the process before anything is drawn.
        while unsafe tcsetattr(input.number, TCSADRAIN, &raw) != 0, errno == EINTR {}
    }

    /// Gives the terminal back as it was.
    public func leave() {
        guard isEntered else { return }
        isEntered = false
        Restoration.restore()
    }

    /// Writes to the terminal.
    ///
    /// - Throws: `SystemError` where it is gone.
    public func write(_ bytes: [UInt8]) throws(SystemError) { try output.write(bytes) }

    /// Stops the process as Ctrl-Z does, with the terminal given back; returns when it goes on, with the terminal taken over.
    ///
    /// Where nobody could let it go on, it does not stop: the system ignores SIGTSTP there.
    public func suspend() {
        leave()
        var set = SignalSet.of([SIGTSTP])
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
        // To this thread: sent to the process, the thread that waits for signals would take it.
        pthread_kill(pthread_self(), SIGTSTP)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        enter()
    }

    /// From here on signals are told to `body`, on a thread of its own, and no longer end the process. Must come before any
    /// other thread is started.
    ///
    /// The second signal that asks to end ends the process at once: the terminal may not take what is written.
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

/// Gives the terminal back, from the handler of a signal, too: it calls nothing that could wait.
///
/// One terminal a process. The values are set before the handlers are, and read by whichever thread crashes.
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
            // The signal comes again once the handler has returned, and ends the process then.
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
