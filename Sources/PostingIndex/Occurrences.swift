/// Iterates over the occurrences of a term in one posting.
///
/// A position is a varint: the distance from the previous position, plus 2. The value 1 precedes a column number:
/// "Position lists" in <https://www.sqlite.org/src/file/ext/fts5/fts5_index.c>.
@unsafe struct Occurrences {
    private var source: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    /// The place of the last occurrence that was read.
    private(set) var place: UInt64 = 0

    /// The number of occurrences that are skipped at once.
    static let skipped = 8
    private static let columnShift: UInt64 = 32
    /// Higher column numbers are treated as this column.
    static let maxColumn: UInt64 = 3

    /// A place in an article: column and position. Places ascend within a posting.
    @inline(__always)
    static func place(column: UInt64, position: UInt64) -> UInt64 { unsafe column << columnShift &+ position }
    /// The column of the last occurrence.
    @inline(__always)
    var column: UInt32 { UInt32(truncatingIfNeeded: unsafe place >> Self.columnShift) }
    /// The position of the last occurrence in its column.
    @inline(__always)
    var position: UInt32 { UInt32(truncatingIfNeeded: unsafe place) }

    /// - Parameter posting: a size, then that many bytes, followed by nine readable bytes.
    @inline(__always)
    init(_ posting: UnsafePointer<UInt8>, endOfBytes: UnsafePointer<UInt8>) {
        unsafe source = posting
        let size = unsafe Int(SegmentVarint.read(&source) >> 1)
        unsafe end = min(source + size, endOfBytes)
    }

    /// The number of bytes left in the posting. An occurrence takes at least one byte.
    @inline(__always)
    var size: Int { unsafe end - source }

    /// Moves to the next occurrence.
    ///
    /// - Returns: false at the end.
    @inline(__always)
    mutating func next() -> Bool {
        while unsafe source < end { if unsafe step() { return true } }
        return false
    }

    /// Moves to the next occurrence that is not before a place.
    ///
    /// - Complexity: earlier occurrences are skipped eight at a time if their distances take one byte each.
    /// - Returns: false if there is none.
    @inline(__always)
    mutating func next(notBefore goal: UInt64) -> Bool {
        while unsafe source < end {
            if unsafe end - source >= Self.skipped, let distance = unsafe distanceOfEight(),
                unsafe place &+ distance < goal
            {
                unsafe place &+= distance
                unsafe source += Self.skipped
                continue
            }
            let stop = unsafe min(source + Self.skipped, end)
            repeat { if unsafe step(), unsafe place >= goal { return true } } while unsafe source < stop
        }
        return false
    }

    /// Reads a position or a column.
    ///
    /// - Returns: whether a position was read.
    @inline(__always)
    private mutating func step() -> Bool {
        let value = unsafe SegmentVarint.read(&source)
        if value == 1 {
            unsafe place = Self.place(column: min(SegmentVarint.read(&source), Self.maxColumn), position: 0)
            return false
        }
        unsafe place &+= value &- 2
        return true
    }

    /// The distance to the eighth occurrence from here; nil if the next eight bytes are not eight occurrences.
    @inline(__always)
    private func distanceOfEight() -> UInt64? {
        let bytes = unsafe UnsafeRawPointer(source).loadUnaligned(as: UInt64.self).littleEndian
        let ones: UInt64 = 0x0101_0101_0101_0101
        // A byte whose highest bit is set belongs to a varint of more than one byte. A byte of 1 becomes 0, so that
        // subtracting 1 sets its highest bit.
        let columns = bytes ^ ones
        if (bytes | (columns &- ones) & ~columns) & ones << 7 != 0 { return nil }
        let even: UInt64 = 0x00FF_00FF_00FF_00FF
        let pairs = bytes & even + bytes >> 8 & even
        return unsafe (pairs &* 0x0001_0001_0001_0001) >> 48 &- 2 * UInt64(Self.skipped)
    }
}
