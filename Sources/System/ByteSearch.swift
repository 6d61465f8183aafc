private import Glibc

extension [UInt8] {
    /// The first index of a byte at or after `start`; nil if there is none.
    public func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        unsafe withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress, start < buffer.count,
                let found = unsafe memchr(base + start, Int32(byte), buffer.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}
