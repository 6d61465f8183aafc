private import Glibc

/// Scheduling priority of threads.
public enum ThreadPriority {
    /// Lowers the priority of the calling thread. On Linux this applies to a single thread:
    /// <https://man7.org/linux/man-pages/man2/setpriority.2.html>, "C library/kernel differences".
    ///
    /// - Parameter niceness: up to 19; the default of a process is 0.
    public static func lower(to niceness: Int32) {
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    }
}
