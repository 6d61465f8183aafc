/// The rows in which one term of an FTS5 index stands, ascending, and where its occurrences in each are.
///
/// Occurrences are read from the posting's bytes only when they are asked for: most rows of a list are never looked at closer
/// than by their number. A list that was asked for without positions may have counts in their place (`CountBlock`).
public struct PostingList: Sendable {
    /// The row ids, each once.
    public internal(set) var rows: [UInt32] = []
    /// Of each row, where its posting begins in `bytes`: a size, then positions.
    var offsets: [UInt32] = []
    /// The doclists of all segments, one behind the other, with some readable bytes after the last.
    var bytes: [UInt8] = []
    /// How many occurrences each row has, in place of `offsets` and `bytes`.
    var counts: [TermFrequency] = []

    public init() {}

    init(rows: [UInt32], offsets: [UInt32], bytes: [UInt8]) {
        self.rows = rows
        self.offsets = offsets
        self.bytes = bytes
    }

    public var count: Int { rows.count }

    /// Whether it says where occurrences are, and not only how many.
    public var hasPositions: Bool { counts.isEmpty }

    /// Bytes of a posting, about.
    public var averageSize: Int { bytes.count / max(1, rows.count) }

    /// Makes room for so many rows with counts.
    mutating func reserve(_ count: Int) {
        rows.reserveCapacity(count)
        counts.reserveCapacity(count)
    }

    /// Bytes of memory that it takes.
    public var memory: Int { 4 * (rows.capacity + offsets.capacity + counts.capacity) + bytes.capacity }

    /// A copy without room to grow: a list that was just read has several times the room that it needs.
    public func compacted() -> PostingList {
        var copy = PostingList()
        copy.rows.reserveCapacity(rows.count)
        copy.rows += rows
        copy.offsets.reserveCapacity(offsets.count)
        copy.offsets += offsets
        copy.bytes.reserveCapacity(bytes.count)
        copy.bytes += bytes
        copy.counts.reserveCapacity(counts.count)
        copy.counts += counts
        return copy
    }

    /// Whether a row's newest posting is empty: the term is gone from it.
    func isEmpty(at index: Int) -> Bool { hasPositions ? bytes[Int(offsets[index])] < 2 : counts[index].isNone }

    /// Where a row stands in the list; nil where it does not.
    ///
    /// - Complexity: a binary search.
    public func place(of row: UInt32) -> Int? {
        let rows = rows.span
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low < rows.count && rows[low] == row ? low : nil
    }

    /// How many occurrences a row has: in column 1, and in all others.
    ///
    /// A position is a varint of at least 2; 1 announces a column: "Position lists" in
    /// <https://www.sqlite.org/src/file/ext/fts5/fts5_index.c>.
    @inline(__always)
    public func frequencies(at index: Int) -> (first: Int, second: Int) {
        if !hasPositions { return (counts[index].first, counts[index].second) }
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return (0, 0) }
            var source = unsafe base + Int(offsets[index])
            let size = unsafe Int(SegmentVarint.read(&source) >> 1)
            return unsafe Self.frequencies(from: source, to: min(source + size, base + buffer.count))
        }
    }

    /// The same of the positions of one posting.
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

    /// How many occurrences a row has in one column. Only of a list that has positions.
    public func frequencies(at index: Int, inColumn column: Int) -> Int {
        var count = 0
        forEachPosition(at: index) { hitColumn, _ in if hitColumn == column { count += 1 } }
        return count
    }

    /// Puts the positions of a row's occurrences behind what `out` has, ascending: column << 32 | position. Only of a list that has
    /// them.
    public func appendPositions(at index: Int, to out: inout [UInt64]) {
        forEachPosition(at: index) { column, position in out.append(UInt64(column) << 32 | position) }
    }

    @inline(__always)
    private func forEachPosition(at index: Int, _ body: (_ column: Int, _ position: UInt64) -> Void) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            var source = unsafe base + Int(offsets[index])
            let size = unsafe Int(SegmentVarint.read(&source) >> 1)
            let end = unsafe min(source + size, base + buffer.count)
            var position: UInt64 = 0
            var column = 0
            while unsafe source < end {
                let value = unsafe SegmentVarint.read(&source)
                if value == 1 {
                    column = unsafe Int(min(SegmentVarint.read(&source), PhraseStarts.maxColumn))
                    position = 0
                    continue
                }
                // What else there may be is no posting: <https://www.sqlite.org/src/file/ext/fts5/fts5_index.c>.
                guard value >= 2, value < 1 << 31, position < 1 << 31 else { return }
                position += value - 2
                body(column, position)
            }
        }
    }
}
