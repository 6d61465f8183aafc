internal import Database

/// Term frequencies of whole lists, for the first stage.
extension PostingList {
    /// The term frequency of each row; an occurrence in column 1 counts `secondWeight` times.
    ///
    /// - Complexity: about 2 ns per row. Eight bytes of a posting are counted at once; only a posting that may change
    ///   its column is read byte by byte.
    public func weightedFrequencies(secondWeight: Float) -> [Float] {
        return unsafe [Float](unsafeUninitializedCapacity: max(1, count)) { out, written in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                guard let base = bytes.baseAddress else { return }
                for index in 0..<count {
                    unsafe out[index] = weightedFrequency(base, index, secondWeight)
                }
                written = count
            }
        }
    }

    /// The term frequency at some indexes of the list; 0 for an index of -1.
    public func weightedFrequencies(secondWeight: Float, at places: [Int32]) -> [Float] {
        let rowCount = count
        return unsafe [Float](unsafeUninitializedCapacity: max(1, places.count)) { out, written in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                for index in places.indices {
                    let place = Int(places[index])
                    if let base = bytes.baseAddress, place >= 0, place < rowCount {
                        unsafe out[index] = weightedFrequency(base, place, secondWeight)
                    } else {
                        unsafe out[index] = 0
                    }
                }
                written = places.count
            }
        }
    }

    /// Each value ends with a byte below 0x80. The value 1 precedes a column number; both take two bytes together. In
    /// most postings that have column 1, it is the last column.
    @inline(__always)
    private func weightedFrequency(_ base: UnsafePointer<UInt8>, _ index: Int, _ secondWeight: Float) -> Float {
        var source = unsafe base + Int(offsets[index])
        var size = unsafe Int(SegmentVarint.read(&source) >> 1)
        var frequency: UInt64 = 0
        var inFirst = UInt64.max
        // Set if the first of the next eight bytes is a column number.
        var columnByte: UInt64 = 0
        let positions = unsafe source
        let end = unsafe source + max(0, size)
        // Set if the previous byte ended a value.
        var start: UInt64 = 0x80
        while size > 0 {
            var eight = unsafe UInt64(littleEndian: UnsafeRawPointer(source).loadUnaligned(as: UInt64.self))
            // Bytes after the posting do not count.
            if size < 8 { eight |= ~0 &<< UInt64(size * 8) }
            let ends = ~eight & Self.highBits
            let other = eight ^ Self.lowBits
            let ones = ~(((other & ~Self.highBits) &+ ~Self.highBits) | other) & Self.highBits & (ends << 8 | start)
            let marks = ones & ~columnByte
            columnByte = 0
            if marks != 0 {
                let first = marks & (0 &- marks)
                let column = unsafe source + (first.trailingZeroBitCount >> 3) + 1
                // If the column is not 1, or the column changes a second time, read byte by byte.
                let isSecond = unsafe column < end && column.pointee == 1
                if inFirst != .max || !isSecond || marks & ~(first | first << 8) != 0 {
                    let counted = unsafe Self.frequencies(from: positions, to: end)
                    return Float(counted.first) + secondWeight * Float(counted.second)
                }
                inFirst = frequency &+ Self.count(ends & (first &- 1))
                columnByte = first >> 56
            }
            frequency &+= Self.count(ends)
            start = ends >> 56
            unsafe source += 8
            size -= 8
        }
        if inFirst == .max { return Float(frequency) }
        return Float(inFirst) + secondWeight * Float(frequency &- inFirst &- 2)
    }

    /// The number of bytes whose highest bit is set. No other bits may be set.
    @inline(__always)
    private static func count(_ bits: UInt64) -> UInt64 { ((bits >> 7) &* lowBits) >> 56 }

    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }
    private static var lowBits: UInt64 { 0x0101_0101_0101_0101 }
}
