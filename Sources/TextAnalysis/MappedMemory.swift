private import Glibc

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
    /// Zeroed memory from the beginning of a page, which the system provides page by page at first use: `calloc` writes zeroes where
    /// `malloc` had used the memory before. Traps if there is none, like any allocation.
    static func mapped(count: Int) -> Self {
        let size = count * MemoryLayout<Pointee>.stride
        guard let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            unsafe memory != MAP_FAILED
        else { preconditionFailure("no memory") }
        return unsafe memory.bindMemory(to: Pointee.self, capacity: count)
    }

    /// Gives memory of `mapped` back.
    func unmap(count: Int) { unsafe munmap(self, count * MemoryLayout<Pointee>.stride) }
}
