private import Glibc

/// Searches the bytes of a document. For long texts the search function of the C library is about 20 times as fast as a
/// Swift loop.
enum XMLBytes {
    /// The index of the first `byte` at or after `start`; `bytes.count` if there is none.
    static func first(_ byte: UInt8, in bytes: [UInt8], from start: Int) -> Int {
        first(byte, in: bytes, from: start, to: bytes.count)
    }

    /// The index of the first `byte` in `start..<end`; `end` if there is none.
    static func first(_ byte: UInt8, in bytes: [UInt8], from start: Int, to end: Int) -> Int {
        precondition(end <= bytes.count && start >= 0)
        let count = end
        guard start < count else { return count }
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return count }
            guard let hit = unsafe memchr(base + start, Int32(byte), count - start) else { return count }
            return unsafe UnsafeRawPointer(hit) - UnsafeRawPointer(base)
        }
    }

    /// Appends `bytes[range]` to a buffer. An array slice would cost a retain and a release, which take longer than
    /// copying a short text.
    static func append(_ bytes: [UInt8], _ range: Range<Int>, to buffer: inout [UInt8]) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe buffer.append(contentsOf: UnsafeBufferPointer(rebasing: source[range]))
        }
    }

    /// The index of the first `needle` at or after `start`; nil if there is none. Ignores ASCII case after the first
    /// byte.
    static func first(_ needle: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
        let lead = needle.withUTF8Buffer { unsafe $0[0] }
        var index = first(lead, in: bytes, from: start)
        while index < bytes.count {
            if has(needle, in: bytes, at: index) { return index }
            index = first(lead, in: bytes, from: index + 1)
        }
        return nil
    }

    /// Whether `needle` occurs at `start`, ignoring ASCII case.
    static func has(_ needle: StaticString, in bytes: [UInt8], at start: Int) -> Bool {
        let length = needle.utf8CodeUnitCount
        guard start >= 0, bytes.count - start >= length else { return false }
        return needle.withUTF8Buffer { wanted in
            for index in 0..<length {
                let left = bytes[start + index]
                let right = unsafe wanted[index]
                let same = left == right || ((left ^ right) == 0x20 && (left | 0x20) >= 0x61 && (left | 0x20) <= 0x7A)
                if !same { return false }
            }
            return true
        }
    }

    /// Whether the document contains a control character that XML forbids, one of U+0080...U+009F except U+0085, or a
    /// carriage return, which XML normalises.
    static func needsCleaning(_ bytes: [UInt8]) -> Bool { hasControls(bytes) || hasStrayControls(bytes) }

    /// Whether 0xC2 followed by this byte encodes one of U+0080...U+009F, except U+0085, the line break on mainframes.
    @inline(__always)
    static func isStrayControl(_ byte: UInt8) -> Bool { byte &- 0x80 < 0x20 && byte != 0x85 }

    private static func hasStrayControls(_ bytes: [UInt8]) -> Bool {
        var index = first(0xC2, in: bytes, from: 0)
        while index + 1 < bytes.count {
            if isStrayControl(bytes[index + 1]) { return true }
            index = first(0xC2, in: bytes, from: index + 1)
        }
        return false
    }

    private static func hasControls(_ bytes: [UInt8]) -> Bool {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            var index = 0
            let tab = SIMD16<UInt8>(repeating: 9)
            let newline = SIMD16<UInt8>(repeating: 10)
            let space = SIMD16<UInt8>(repeating: 32)
            while index &+ 16 <= buffer.count {
                let base = unsafe UnsafeRawPointer(buffer.baseAddress! + index)
                let lane = unsafe base.loadUnaligned(as: SIMD16<UInt8>.self)
                if any((lane .< space) .& (lane .!= tab) .& (lane .!= newline)) { return true }
                index &+= 16
            }
            while index < buffer.count {
                let byte = unsafe buffer[index]
                if byte < 32, byte != 9, byte != 10 { return true }
                index &+= 1
            }
            return false
        }
    }

    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 10 || byte == 9 || byte == 13 || byte == 12 }

    /// Whether a byte may begin a name: an ASCII letter, `_`, or any byte of a non-ASCII character.
    @inline(__always)
    static func startsName(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte >= 0x80
    }

    @inline(__always)
    static func continuesName(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F || byte == 0x3A || byte == 0x2D || byte == 0x2E
            || byte >= 0x80
    }
}
