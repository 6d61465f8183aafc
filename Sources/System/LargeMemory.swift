private import Glibc

/// Memory for tables with random access: in pages of 2 MB if the system has them, since with pages of 4 KB most of the
/// time is spent on page tables (<https://docs.kernel.org/admin-guide/mm/transhuge.html>).
///
/// It is zeroed, and takes no memory until it is written.
@safe public struct LargeMemory: ~Copyable, @unchecked Sendable {
    // Where it is does not change; who writes to it is its owner's business.

    public let start: UnsafeMutableRawPointer
    private let mapping: UnsafeMutableRawPointer
    private let mappedBytes: Int
    private static let pageBytes = 2 << 20

    /// Traps without address space, as any allocation in Swift.
    ///
    /// - Parameter isScattered: not filled from front to back, so large pages are worth their size.
    public init(bytes: Int, isScattered: Bool = true) {
        mappedBytes = (bytes + 2 * Self.pageBytes - 1) & ~(Self.pageBytes - 1)
        let memory = unsafe mmap(
            nil, mappedBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
            preconditionFailure("no address space for large memory")
        }
        unsafe mapping = memory
        unsafe start =
            UnsafeMutableRawPointer(
                bitPattern: (UInt(bitPattern: memory) + UInt(Self.pageBytes) - 1) & ~(UInt(Self.pageBytes) - 1)
            ).unsafelyUnwrapped
        if isScattered { unsafe madvise(start, bytes, MADV_HUGEPAGE) }
    }

    /// Releases all but the first bytes.
    public func trim(to bytes: Int) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let end = unsafe start + (bytes + page - 1) / page * page
        let rest = unsafe mapping + mappedBytes - end
        if rest > 0 { unsafe madvise(end, rest, MADV_DONTNEED) }
    }

    deinit { unsafe munmap(mapping, mappedBytes) }
}

/// Large memory that can be shared.
@safe public final class LargeBuffer: Sendable {
    public let memory: LargeMemory
    public let byteCount: Int

    public init(bytes: Int) {
        memory = LargeMemory(bytes: bytes, isScattered: false)
        byteCount = bytes
    }
}
