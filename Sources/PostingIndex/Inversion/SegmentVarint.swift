/// SQLite's variable-length integers: big-endian groups of seven bits, at most nine bytes
/// (<https://www.sqlite.org/fileformat.html#varint>).
///
/// The functions are public so that the compiler inlines them in loops of other modules; functions with package access
/// are not inlined.
public enum SegmentVarint {
    @inlinable public static var maxLength: Int { 9 }

    /// Writes `value` and returns its length. The target must have room for nine bytes.
    @inlinable @inline(__always)
    public static func write(_ value: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
        if value < 0x80 {
            unsafe target[0] = UInt8(truncatingIfNeeded: value)
            return 1
        }
        if value < 0x4000 {
            unsafe target[0] = UInt8(truncatingIfNeeded: value >> 7) | 0x80
            unsafe target[1] = UInt8(truncatingIfNeeded: value) & 0x7F
            return 2
        }
        return unsafe writeLong(value, to: target)
    }

    @usableFromInline static func writeLong(_ value: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
        if value >> 56 != 0 {
            unsafe target[8] = UInt8(truncatingIfNeeded: value)
            var rest = value >> 8
            for index in stride(from: 7, through: 0, by: -1) {
                unsafe target[index] = UInt8(truncatingIfNeeded: rest) | 0x80
                rest >>= 7
            }
            return 9
        }
        let length = self.length(value)
        var rest = value
        for index in stride(from: length - 1, through: 0, by: -1) {
            unsafe target[index] = UInt8(truncatingIfNeeded: rest) & 0x7F | (index == length - 1 ? 0 : 0x80)
            rest >>= 7
        }
        return length
    }

    public static func length(_ value: UInt64) -> Int {
        if value >> 56 != 0 { return 9 }
        return max(1, (64 - value.leadingZeroBitCount + 6) / 7)
    }

    /// Reads a value and moves `source` past it. Nine bytes must be readable.
    @inlinable @inline(__always)
    public static func read(_ source: inout UnsafePointer<UInt8>) -> UInt64 {
        let first = unsafe source[0]
        if first < 0x80 {
            unsafe source += 1
            return UInt64(first)
        }
        var value = UInt64(first & 0x7F)
        for index in 1..<8 {
            let byte = unsafe source[index]
            value = value << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 {
                unsafe source += index + 1
                return value
            }
        }
        value = unsafe value << 8 | UInt64(source[8])
        unsafe source += 9
        return value
    }

    /// Reads a value that may be truncated. If it is, returns nil and sets `at` to the end.
    @inlinable @inline(__always)
    public static func read(_ bytes: UnsafePointer<UInt8>, _ at: inout Int, end: Int) -> UInt64? {
        if at < end, unsafe bytes[at] < 0x80 {
            at += 1
            return unsafe UInt64(bytes[at - 1])
        }
        return unsafe readLong(bytes, &at, end)
    }

    @usableFromInline static func readLong(_ bytes: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int) -> UInt64? {
        var value: UInt64 = 0
        for length in 1...maxLength {
            guard at < end else { return nil }
            let byte = unsafe bytes[at]
            at += 1
            if length == maxLength { return value << 8 | UInt64(byte) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return value }
        }
        return nil
    }

    /// The number of bytes of the value at `source`.
    @inlinable @inline(__always)
    public static func span(_ source: UnsafePointer<UInt8>) -> Int {
        var length = 1
        while length < 9, unsafe source[length - 1] >= 0x80 { length += 1 }
        return length
    }

    package static func append(_ value: UInt64, to out: inout [UInt8]) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maxLength) { buffer in
            guard let start = buffer.baseAddress else { return }
            let length = unsafe write(value, to: start)
            unsafe out.append(contentsOf: UnsafeBufferPointer(start: start, count: length))
        }
    }
}
