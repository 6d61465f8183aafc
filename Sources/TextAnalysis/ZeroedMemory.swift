private import Glibc

extension UnsafeMutableRawPointer {
    /// Zeroed memory, which the system provides page by page at first use. Traps if there is none, like any allocation.
    static func zeroed<Element: BitwiseCopyable>(
        count: Int, of type: Element.Type
    ) -> UnsafeMutablePointer<Element> {
        guard let memory = unsafe calloc(count, MemoryLayout<Element>.stride) else { preconditionFailure("no memory") }
        return unsafe memory.bindMemory(to: type, capacity: count)
    }

    func freeZeroed() { unsafe free(self) }
}
