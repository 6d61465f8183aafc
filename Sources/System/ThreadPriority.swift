private import Glibc

/// Which thread the processor is given to first.
public enum ThreadPriority {
    /// The calling thread comes after others. Linux keeps this by thread:
    /// <https://man7.org/linux/man-pages/man2/setpriority.2.html>, "C library/kernel differences".
    ///
    /// - Parameter niceness: up to 19; 0 is usual.
    public static func lower(to niceness: Int32) {
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    }
}
