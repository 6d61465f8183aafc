private import Glibc

/// Starts threads for blocking calls, which must not run on the cooperative pool.
public enum BackgroundThread {
    /// Runs `body` once on a new detached thread with a stack of 512 KB.
    ///
    /// - Returns: false if the system cannot start another thread.
    public static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let box = unsafe Unmanaged.passRetained(ThreadBody(body)).toOpaque()
        let code = unsafe spawn(box)
        if code != 0 { unsafe Unmanaged<ThreadBody>.fromOpaque(box).release() }
        return code == 0
    }

    private static func spawn(_ box: UnsafeMutableRawPointer) -> Int32 {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, 512 << 10)
        var thread: pthread_t = 0
        return unsafe pthread_create(&thread, &attributes, runThread, box)
    }
}

private final class ThreadBody {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let box = unsafe box else { return nil }
    blockSignals()
    unsafe Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run()
    return nil
}

/// Blocks signals on this thread, so that `SignalWatch` or `TerminalSession` receives them. SIGPIPE, which writes over
/// TLS may raise, would otherwise end the process.
private func blockSignals() {
    var set = sigset_t()
    unsafe sigfillset(&set)
    for fault in [SIGSEGV, SIGILL, SIGBUS, SIGFPE, SIGABRT, SIGTRAP] { unsafe sigdelset(&set, fault) }
    unsafe pthread_sigmask(SIG_SETMASK, &set, nil)
}
