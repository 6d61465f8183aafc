private import CMalloc
private import Dispatch
private import Glibc

/// Controls how malloc handles freed memory.
public enum FreedMemory {
    /// Size in bytes of the heap's first part, which can be prepared in advance.
    public static let firstBytes = 64 << 20

    /// Keeps up to 256 MB of freed memory for reuse. Otherwise, a process that answers one search after another would
    /// return a few hundred KB to the system after each search, and the next search would cause the page faults again
    /// (<https://man7.org/linux/man-pages/man3/mallopt.3.html>).
    public static func keep() {
        mallopt(M_TRIM_THRESHOLD, 256 << 20)
        // glibc rejects larger values, in which case it would use mmap for every large allocation.
        mallopt(M_MMAP_THRESHOLD, 32 << 20)
        mallopt(M_TOP_PAD, 4 << 20)
        // Use a single arena, so that the threads of a search reuse memory from previous searches. They rarely allocate
        // at the same time.
        mallopt(maxArenas, 1)
    }

    /// Uses pages of 2 MB for the first part of the heap. With pages of 4 KB, the first doclist of a common word in a
    /// million articles causes thousands of page faults (<https://docs.kernel.org/admin-guide/mm/transhuge.html>). A
    /// fault for a large page takes 0.2 to 0.8 ms, so a search that needs less memory than one large page is faster
    /// without large pages.
    ///
    /// - Parameter ahead: the number of bytes to request from the system at once, on another thread. On a virtual
    ///   machine, unused memory may have to come from the host, which takes 1.5 ms per megabyte and would delay the
    ///   first search that needs 20 MB.
    public static func useLargePages(ahead: Int = 0) {
        let blocks = largePages()
        guard ahead > 0 else { return }
        DispatchQueue.global().async { populate(blocks, ahead) }
    }

    /// Returns freed memory to the system: <https://man7.org/linux/man-pages/man3/malloc_trim.3.html>. Takes a few
    /// milliseconds for 100 MB. During this time, other threads cannot allocate from their arena.
    public static func giveBack() { malloc_trim(0) }

    /// Enables large pages for the first part of the heap. Memory that is never used does not occupy RAM.
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

    /// Requests memory from the system in advance. The content of memory that is already in use does not change.
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
    /// M_ARENA_MAX, which Swift's Glibc module does not export.
    private static let maxArenas: Int32 = -8
    /// MADV_POPULATE_WRITE of Linux 5.14: <https://man7.org/linux/man-pages/man2/madvise.2.html>.
    private static let populateForWriting: Int32 = 23
}
