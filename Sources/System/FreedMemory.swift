private import CMalloc
private import Dispatch
private import Glibc

/// What malloc does with memory that is given back.
public enum FreedMemory {
    /// This much is the first to be used, and can be had ahead.
    public static let firstBytes = 64 << 20

    /// Keeps freed memory for the next use, up to 256 MB: a process that answers one search after the other would otherwise
    /// return some hundred KB to the system after each, and take the page faults again.
    /// <https://man7.org/linux/man-pages/man3/mallopt.3.html>
    public static func keep() {
        mallopt(M_TRIM_THRESHOLD, 256 << 20)
        // More is refused, and then every larger block would be mapped again.
        mallopt(M_MMAP_THRESHOLD, 32 << 20)
        mallopt(M_TOP_PAD, 4 << 20)
        // Threads of a search use what the searches before have left; they hardly allocate at the same time.
        mallopt(maxArenas, 1)
    }

    /// Lets the first memory that is used come in pages of 2 MB: in pages of 4 KB, the first doclist of a common word in a million
    /// articles takes thousands of page faults (<https://docs.kernel.org/admin-guide/mm/transhuge.html>). Each takes .2 to .8 ms, so
    /// that a search which needs less than one is faster without.
    ///
    /// - Parameter ahead: bytes of it that are asked of the system at once, on a thread of their own. On a virtual
    ///   machine memory that nobody has used may have to come from its host, which takes 1.5 ms a megabyte: a search that is the
    ///   first to need twenty would wait for it.
    public static func useLargePages(ahead: Int = 0) {
        let blocks = largePages()
        guard ahead > 0 else { return }
        DispatchQueue.global().async { populate(blocks, ahead) }
    }

    /// Returns freed memory to the system: <https://man7.org/linux/man-pages/man3/malloc_trim.3.html>. Takes some milliseconds
    /// for 100 MB; other threads wait for their arena.
    public static func giveBack() { malloc_trim(0) }

    /// What is not used takes nothing.
    private static func largePages() -> [Range<UInt>] {
        let size = firstBytes / 4
        var blocks: [UInt] = []
        for _ in 0..<4 {
            guard let block = unsafe malloc(size) else { break }
            blocks.append(UInt(bitPattern: block))
        }
        defer { for block in blocks { unsafe free(UnsafeMutableRawPointer(bitPattern: block)) } }
        return blocks.map { block in
            let start = (block + largePage - 1) & ~(largePage - 1)
            let end = (block + UInt(size)) & ~(largePage - 1)
            unsafe madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_HUGEPAGE)
            return start..<end
        }
    }
    private static let largePage: UInt = 2 << 20

    /// It may be in use already, which does it no harm.
    private static func populate(_ blocks: [Range<UInt>], _ bytes: Int) {
        var left = bytes
        for block in blocks.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            for page in stride(from: block.lowerBound, to: block.upperBound, by: Int(largePage)) where left > 0 {
                let start = unsafe UnsafeMutableRawPointer(bitPattern: page)
                guard unsafe madvise(start, Int(largePage), populateForWriting) == 0 else { return }
                left -= Int(largePage)
            }
        }
    }
    /// M_ARENA_MAX, which the module of glibc leaves out.
    private static let maxArenas: Int32 = -8
    /// MADV_POPULATE_WRITE of Linux 5.14: <https://man7.org/linux/man-pages/man2/madvise.2.html>.
    private static let populateForWriting: Int32 = 23
}
