private import Glibc

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
    /// Allocates zeroed, page-aligned memory with mmap(2), so that the system provides each page on first use. `calloc`
    /// would have to clear memory that was used before. Traps if no memory is available, as any allocation does.
    static func mapped(count: Int) -> Self {
        let size = count * MemoryLayout<Pointee>.stride
        guard let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            unsafe memory != MAP_FAILED
        else { preconditionFailure("no memory") }
        return unsafe memory.bindMemory(to: Pointee.self, capacity: count)
    }

    /// Frees memory that `mapped` allocated.
    func unmap(count: Int) { unsafe munmap(self, count * MemoryLayout<Pointee>.stride) }
}
