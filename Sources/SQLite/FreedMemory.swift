private import CSQLite

/// What malloc does with memory that is given back.
public enum FreedMemory {
    /// Keeps freed memory for the next use, up to 256 MB: a process that answers one search after the other would otherwise
    /// return some hundred KB to the system after each, and take the page faults again.
    /// <https://man7.org/linux/man-pages/man3/mallopt.3.html>
    public static func keep() {
        mallopt(M_TRIM_THRESHOLD, 256 << 20)
        // More is refused, and then every larger block would be mapped anew.
        mallopt(M_MMAP_THRESHOLD, 32 << 20)
        mallopt(M_TOP_PAD, 4 << 20)
    }
}
