/// The posting list of one term: its rows, ascending, with the positions in each.
///
/// Positions are decoded only on request, because for most rows only the id is needed.
public struct PostingList: Sendable {
    /// The row ids, ascending and unique.
    public internal(set) var rows: [UInt32] = []
    /// For each row, the offset of its posting in `bytes`, which consists of a size and positions.
    var offsets: [UInt32] = []
    /// The doclists of all segments in sequence, with nine readable bytes after the last one.
    var bytes: [UInt8] = []

    public init() {}

    init(rows: [UInt32], offsets: [UInt32], bytes: [UInt8]) {
        self.rows = rows
        self.offsets = offsets
        self.bytes = bytes
    }

    public var count: Int { rows.count }

    /// The memory used, in bytes.
    public var memory: Int { 4 * (rows.capacity + offsets.capacity) + bytes.capacity }

    /// A copy without spare capacity. A newly read list has several times the capacity that it needs.
    public func compacted() -> PostingList {
        var copy = PostingList()
        copy.rows.reserveCapacity(rows.count)
        copy.rows += rows
        copy.offsets.reserveCapacity(offsets.count)
        copy.offsets += offsets
        copy.bytes.reserveCapacity(bytes.count)
        copy.bytes += bytes
        return copy
    }

    /// The end of a row's posting in `bytes`.
    func end(of index: Int) -> Int {
        var at = Int(offsets[index])
        let size = Int(SegmentVarint.read(bytes, &at) ?? 0) >> 1
        return min(at + size, bytes.count)
    }

    /// Whether the newest posting of a row is empty, which means that the row no longer contains the term.
    func isEmpty(at index: Int) -> Bool { bytes[Int(offsets[index])] < 2 }

    /// The size of a row's positions in bytes.
    func size(at index: Int) -> Int {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            var source = unsafe base + Int(offsets[index])
            return unsafe min(Int(SegmentVarint.read(&source) >> 1), buffer.count)
        }
    }

    /// The index of a row; nil if it is not in the list.
    ///
    /// - Complexity: a binary search.
    public func place(of row: UInt32) -> Int? {
        let place = rows.span.firstIndex(notBelow: row)
        return place < rows.count && rows[place] == row ? place : nil
    }

    /// The term frequency in a row: the frequency in column 1 (`second`), and in all other columns (`first`).
    ///
    /// A position is a varint of at least 2; 1 precedes a column number: "Position lists" in
    /// <https://www.sqlite.org/src/file/ext/fts5/fts5_index.c>.
    @inline(__always)
    public func frequencies(at index: Int) -> (first: Int, second: Int) {
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return (0, 0) }
            var source = unsafe base + Int(offsets[index])
            let size = unsafe Int(SegmentVarint.read(&source) >> 1)
            return unsafe Self.frequencies(from: source, to: min(source + size, base + buffer.count))
        }
    }

    /// The term frequency of one posting.
    @inline(__always)
    static func frequencies(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> (first: Int, second: Int)
    {
        var source = unsafe start
        var first = 0
        var second = 0
        var isSecond = false
        while unsafe source < end {
            if unsafe source.pointee == 1 {
                unsafe source += 1
                isSecond = unsafe source < end && source.pointee == 1
                while unsafe source < end, unsafe source.pointee >= 0x80 { unsafe source += 1 }
                unsafe source += 1
                continue
            }
            while unsafe source < end, unsafe source.pointee >= 0x80 { unsafe source += 1 }
            unsafe source += 1
            if isSecond { second += 1 } else { first += 1 }
        }
        return (first, second)
    }

    /// The term frequency of a row in one column.
    public func frequencies(at index: Int, inColumn column: Int) -> Int {
        var count = 0
        forEachPosition(at: index) { hitColumn, _ in if hitColumn == column { count += 1 } }
        return count
    }

    /// Appends the positions of a row to `out`, ascending: column << 32 | position.
    public func appendPositions(at index: Int, to out: inout [UInt64]) {
        forEachPosition(at: index) { column, position in out.append(UInt64(column) << 32 | position) }
    }

    @inline(__always)
    private func forEachPosition(at index: Int, _ body: (_ column: Int, _ position: UInt64) -> Void) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            var source = unsafe base + Int(offsets[index])
            let size = unsafe Int(SegmentVarint.read(&source) >> 1)
            unsafe Self.forEachPosition(from: source, to: min(source + size, base + buffer.count), body)
        }
    }

    /// Calls `body` with each posting of a doclist (row id deltas, sizes, positions): its row and its positions.
    ///
    /// - Returns: false if the doclist is malformed.
    @inline(__always)
    static func forEachPosting(
        in doclist: UnsafePointer<UInt8>, count: Int,
        _ body: (_ row: UInt64, _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Void
    ) -> Bool {
        var source = unsafe doclist
        let end = unsafe doclist + count
        var row: UInt64 = 0
        while unsafe source < end {
            row &+= unsafe SegmentVarint.read(&source)
            let size = unsafe SegmentVarint.read(&source) >> 1
            guard unsafe source <= end, unsafe size <= UInt64(end - source) else { return false }
            let positions = unsafe source
            unsafe source += Int(size)
            unsafe body(row, positions, source)
        }
        return true
    }

    /// Calls `body` with the positions of one posting, up to the first malformed one.
    @inline(__always)
    static func forEachPosition(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>,
        _ body: (_ column: Int, _ position: UInt64) -> Void
    ) {
        var source = unsafe start
        var position: UInt64 = 0
        var column = 0
        while unsafe source < end {
            let value = unsafe SegmentVarint.read(&source)
            if value == 1 {
                column = unsafe Int(min(SegmentVarint.read(&source), Occurrences.maxColumn))
                position = 0
                continue
            }
            // Other values are malformed: <https://www.sqlite.org/src/file/ext/fts5/fts5_index.c>.
            guard value >= 2, value < 1 << 31, position < 1 << 31 else { return }
            position += value - 2
            body(column, position)
        }
    }
}
