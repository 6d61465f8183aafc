internal import BatchInversion

/// Goes through the occurrences of a term in one posting.
///
/// A position is a varint, 2 more than its distance from the one before; 1 announces a column: "Position lists" in
/// <https://www.sqlite.org/src/file/ext/fts5/fts5_index.c>.
@unsafe struct Occurrences {
    private var source: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    /// Where the last occurrence that was read stands.
    private(set) var place: UInt64 = 0

    /// The number of occurrences that are skipped at once.
    static let skipped = 8
    private static let columnShift: UInt64 = 32
    /// Higher columns count as this one.
    static let maxColumn: UInt64 = 3

    /// A place in an article: ascending in the order of a posting.
    @inline(__always)
    static func place(column: UInt64, position: UInt64) -> UInt64 { unsafe column << columnShift &+ position }
    /// The column of the last occurrence.
    @inline(__always)
    var column: UInt32 { UInt32(truncatingIfNeeded: unsafe place >> Self.columnShift) }
    /// The position of the last occurrence in its column.
    @inline(__always)
    var position: UInt32 { UInt32(truncatingIfNeeded: unsafe place) }

    /// - Parameter posting: a size, then as many bytes; nine bytes behind them are readable.
    @inline(__always)
    init(_ posting: UnsafePointer<UInt8>, endOfBytes: UnsafePointer<UInt8>) {
        unsafe source = posting
        let size = unsafe Int(SegmentVarint.read(&source) >> 1)
        unsafe end = min(source + size, endOfBytes)
    }

    /// The number of bytes that are left. An occurrence takes at least one.
    @inline(__always)
    var size: Int { unsafe end - source }

    /// Goes to the next occurrence.
    ///
    /// - Returns: false at the end.
    @inline(__always)
    mutating func next() -> Bool {
        while unsafe source < end { if unsafe step() { return true } }
        return false
    }

    /// Goes to the first further occurrence that is not before a place.
    ///
    /// - Complexity: occurrences before it are skipped eight at a time where their distances take a byte each.
    /// - Returns: false at the end.
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
    /// - Returns: whether it was a position.
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

    /// How far the eighth occurrence from here is; nil if the next eight bytes are not eight of them.
    @inline(__always)
    private func distanceOfEight() -> UInt64? {
        let bytes = unsafe UnsafeRawPointer(source).loadUnaligned(as: UInt64.self).littleEndian
        let ones: UInt64 = 0x0101_0101_0101_0101
        // A byte of a longer varint has the highest bit. A byte of 1 becomes 0, from which 1 borrows.
        let columns = bytes ^ ones
        if (bytes | (columns &- ones) & ~columns) & ones << 7 != 0 { return nil }
        let even: UInt64 = 0x00FF_00FF_00FF_00FF
        let pairs = bytes & even + bytes >> 8 & even
        return unsafe (pairs &* 0x0001_0001_0001_0001) >> 48 &- 2 * UInt64(Self.skipped)
    }
}
