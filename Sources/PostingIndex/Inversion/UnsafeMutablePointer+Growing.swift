extension UnsafeMutablePointer {
    /// Moves the first elements to a larger block of memory, and frees the old one.
    mutating func grow(from count: Int, to larger: Int) {
        let copy = UnsafeMutablePointer.allocate(capacity: larger)
        unsafe copy.moveInitialize(from: self, count: count)
        unsafe deallocate()
        unsafe self = copy
    }
}
