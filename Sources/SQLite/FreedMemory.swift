private import CSQLite
private import Glibc

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
        useLargePages()
    }

    /// Lets the first 128 MB that are used come in pages of 2 MB: in pages of 4 KB, the first doclist of a common word in a million
    /// articles takes thousands of page faults (<https://docs.kernel.org/admin-guide/mm/transhuge.html>). What is not used
    /// takes nothing.
    private static func useLargePages() {
        let size = 31 << 20
        var blocks: [UInt] = []
        for _ in 0..<4 {
            guard let block = unsafe malloc(size) else { break }
            blocks.append(UInt(bitPattern: block))
            let start = (UInt(bitPattern: block) + largePage - 1) & ~(largePage - 1)
            unsafe madvise(UnsafeMutableRawPointer(bitPattern: start), size - Int(largePage), MADV_HUGEPAGE)
        }
        for block in blocks { unsafe free(UnsafeMutableRawPointer(bitPattern: block)) }
    }
    private static let largePage: UInt = 2 << 20
}
