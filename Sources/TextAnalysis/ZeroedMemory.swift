private import Glibc

extension UnsafeMutableRawPointer {
    /// Memory of zeros that costs nothing until it is touched; traps where there is none, like any allocation in Swift.
    static func zeroed<Element: BitwiseCopyable>(
        count: Int, of type: Element.Type
    ) -> UnsafeMutablePointer<Element> {
        guard let memory = unsafe calloc(count, MemoryLayout<Element>.stride) else { preconditionFailure("no memory") }
        return unsafe memory.bindMemory(to: type, capacity: count)
    }

    func freeZeroed() { unsafe free(self) }
}
