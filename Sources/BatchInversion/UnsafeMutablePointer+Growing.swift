extension UnsafeMutablePointer {
    /// Moves the first elements into larger memory, and frees what they were in.
    mutating func grow(from count: Int, to larger: Int) {
        let copy = UnsafeMutablePointer.allocate(capacity: larger)
        unsafe copy.moveInitialize(from: self, count: count)
        unsafe deallocate()
        unsafe self = copy
    }
}
