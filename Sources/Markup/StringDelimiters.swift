/// Finds the end of the unescaped part of a quoted string. Most of a JSON string can be copied unchanged.
package enum StringDelimiters {
    /// The index of the first `quote`, backslash or control character at or after `start`; `bytes.count` if there is
    /// none.
    ///
    /// - Complexity: linear; processes 16 bytes at a time.
    package static func first(quote: UInt8, in bytes: [UInt8], from start: Int) -> Int {
        precondition(start >= 0)
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            let quotes = SIMD16<UInt8>(repeating: quote)
            let backslashes = SIMD16<UInt8>(repeating: 0x5C)
            let space = SIMD16<UInt8>(repeating: 0x20)
            var index = start
            while index &+ 16 <= buffer.count {
                let base = unsafe UnsafeRawPointer(buffer.baseAddress! + index)
                let lane = unsafe base.loadUnaligned(as: SIMD16<UInt8>.self)
                if any((lane .== quotes) .| (lane .== backslashes) .| (lane .< space)) { break }
                index &+= 16
            }
            while index < buffer.count {
                let byte = unsafe buffer[index]
                if byte == quote || byte == 0x5C || byte < 0x20 { return index }
                index &+= 1
            }
            return max(index, start)
        }
    }
}
