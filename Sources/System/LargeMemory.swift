private import Glibc

/// Memory for tables with random access, in pages of 2 MB if the system provides them. With pages of 4 KB, random
/// access would spend most of the time on page tables (<https://docs.kernel.org/admin-guide/mm/transhuge.html>).
///
/// The memory is zeroed, and uses no RAM until it is written.
@safe public struct LargeMemory: ~Copyable, @unchecked Sendable {
    // The address is fixed, and the owner synchronises writes.

    public let start: UnsafeMutableRawPointer
    private let mapping: UnsafeMutableRawPointer
    private let mappedBytes: Int
    private static let pageBytes = 2 << 20

    /// Allocates memory. Like any allocation in Swift, traps if the address space is exhausted.
    ///
    /// - Parameter isScattered: whether the memory is filled in random order. If so, large pages are worth their cost.
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

    /// Releases all memory after the first `bytes` bytes.
    public func trim(to bytes: Int) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let end = unsafe start + (bytes + page - 1) / page * page
        let rest = unsafe mapping + mappedBytes - end
        if rest > 0 { unsafe madvise(end, rest, MADV_DONTNEED) }
    }

    deinit { unsafe munmap(mapping, mappedBytes) }
}

/// Large memory that several threads can share.
@safe public final class LargeBuffer: Sendable {
    public let memory: LargeMemory
    public let byteCount: Int

    public init(bytes: Int) {
        memory = LargeMemory(bytes: bytes, isScattered: false)
        byteCount = bytes
    }
}
