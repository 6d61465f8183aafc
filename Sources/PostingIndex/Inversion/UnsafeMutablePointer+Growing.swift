extension UnsafeMutablePointer {
    /// Moves the first elements into larger memory, and frees the old memory.
    mutating func grow(from count: Int, to larger: Int) {
        let copy = UnsafeMutablePointer.allocate(capacity: larger)
        unsafe copy.moveInitialize(from: self, count: count)
        unsafe deallocate()
        unsafe self = copy
    }
}
