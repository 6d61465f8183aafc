private import Glibc

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
    /// Zeroed, page-aligned memory, which the system allocates page by page on first use: `calloc` would write zeroes
    /// if `malloc` had used the memory before. Traps if there is no memory, like any allocation.
    static func mapped(count: Int) -> Self {
        let size = count * MemoryLayout<Pointee>.stride
        guard let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            unsafe memory != MAP_FAILED
        else { preconditionFailure("no memory") }
        return unsafe memory.bindMemory(to: Pointee.self, capacity: count)
    }

    /// Frees memory from `mapped`.
    func unmap(count: Int) { unsafe munmap(self, count * MemoryLayout<Pointee>.stride) }
}
