private import Glibc

extension [UInt8] {
    /// Where a byte stands next, from an index on.
    public func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        unsafe withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress, start < buffer.count,
                let found = unsafe memchr(base + start, Int32(byte), buffer.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}
