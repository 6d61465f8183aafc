internal import BatchInversion

/// Start positions of a phrase in some rows: begun with the positions of one term, then reduced by those of the other
/// terms.
///
/// It works list by list, not row by row: memory is read in order, and rows in which two terms are never adjacent are
/// not read for the third.
public struct PhraseStarts: Sendable {
    /// The rows that are left, as indexes into the rows asked for.
    private var rows: [Int32] = []
    /// For each row the end of its starts in `starts`.
    private var ends: [Int32] = []
    /// Ascending in each row; the two highest bits are the column.
    private var starts: [UInt32] = []
    private static let columnShift: UInt32 = 30
    /// Higher columns count as this one.
    static let maxColumn: UInt64 = 3
    /// The position of a start in its column.
    public static func position(of start: UInt32) -> UInt32 { start & positionMask }
    /// The column of a start.
    public static func column(of start: UInt32) -> Int { Int(start >> columnShift) }
    private static let positionMask: UInt32 = 1 << columnShift - 1
    private static let markCount = 1 << 14

    @inline(__always)
    private static func mark(_ start: UInt32) -> Int { Int(start & UInt32(markCount - 1)) }

    /// Begins with all positions of one term.
    ///
    /// - Parameters:
    ///   - places: the index of each row in the list; nil if the rows are those of the list.
    ///   - count: the number of rows.
    ///   - offset: the number of the term in the phrase, from 0.
    /// - Complexity: some 2 ns an occurrence.
    public init(_ list: PostingList, at places: [Int32]?, count: Int, offset: Int) {
        rows.reserveCapacity(count)
        ends.reserveCapacity(count)
        // An occurrence takes at least one byte.
        var most = 1
        for row in 0..<count { if let place = Self.place(places, row, in: list) { most += list.size(at: place) } }
        starts = unsafe [UInt32](unsafeUninitializedCapacity: most) { starts, written in
            unsafe list.bytes.withUnsafeBufferPointer { bytes in
                for row in 0..<count {
                    guard let place = Self.place(places, row, in: list) else { continue }
                    let before = written
                    unsafe Self.forEachStart(bytes, Int(list.offsets[place]), offset: UInt64(offset)) { start in
                        unsafe starts[written] = start
                        written += 1
                        return true
                    }
                    if written == before { continue }
                    rows.append(Int32(truncatingIfNeeded: row))
                    ends.append(Int32(truncatingIfNeeded: written))
                }
            }
        }
    }

    /// The rows that are left, ascending, as indexes into the rows asked for.
    public var rowsLeft: [Int32] { rows }

    /// Keeps the starts that agree with a further term; parameters as those of `init`.
    public mutating func keep(_ list: PostingList, at places: [Int32]?, offset: Int) {
        let kept = unsafe list.bytes.withUnsafeBufferPointer { bytes in
            unsafe Self.keep(bytes, list, places, offset, &rows, &ends, &starts)
        }
        rows.removeLast(rows.count - kept.rows)
        ends.removeLast(ends.count - kept.rows)
        starts.removeLast(starts.count - kept.starts)
    }

    private static func keep(
        _ bytes: UnsafeBufferPointer<UInt8>, _ list: PostingList, _ places: [Int32]?, _ offset: Int,
        _ allRows: inout [Int32], _ allEnds: inout [Int32], _ allStarts: inout [UInt32]
    ) -> (rows: Int, starts: Int) {
        var rows = allRows.mutableSpan
        var ends = allEnds.mutableSpan
        var starts = allStarts.mutableSpan
        var marked = Array(repeating: false, count: markCount)
        var marks = marked.mutableSpan
        var found: [UInt32] = []
        var keptRows = 0
        var kept = 0
        var from = 0
        for index in rows.indices {
            let to = Int(ends[index])
            defer { from = to }
            guard let place = place(places, Int(rows[index]), in: list) else { continue }
            let before = kept
            let last = starts[to - 1]
            // A table, not a merge: the branches of a merge are mispredicted.
            for at in from..<to { marks[Self.mark(starts[at])] = true }
            var at = from
            unsafe forEachStart(bytes, Int(list.offsets[place]), offset: UInt64(offset)) { start in
                // Nothing can match after the last start.
                if start > last { return false }
                if !marks[Self.mark(start)] { return true }
                while at < to, starts[at] < start { at += 1 }
                if at == to { return false }
                // Each start once: a malformed posting with a repeated position would write past the starts that are
                // read.
                if starts[at] == start {
                    found.append(start)
                    at += 1
                }
                return true
            }
            for at in from..<to { marks[Self.mark(starts[at])] = false }
            for start in found {
                starts[kept] = start
                kept += 1
            }
            found.removeAll(keepingCapacity: true)
            if kept == before { continue }
            rows[keptRows] = rows[index]
            ends[keptRows] = Int32(truncatingIfNeeded: kept)
            keptRows += 1
        }
        return (keptRows, kept)
    }

    /// Calls `body` for each row that is left, ascending, with the phrase's frequency in each of four columns.
    public func report(_ body: (_ row: Int, _ counts: SIMD4<Int32>) -> Void) {
        var from = 0
        for index in rows.indices {
            let to = Int(ends[index])
            var counts = SIMD4<Int32>()
            if to > from, starts[to - 1] <= Self.positionMask {
                counts[0] = Int32(truncatingIfNeeded: to - from)
            } else {
                for start in starts[from..<to] { counts[Int(start >> Self.columnShift)] += 1 }
            }
            body(Int(rows[index]), counts)
            from = to
        }
    }

    /// Calls `body` for each row that is left, ascending, with its phrase starts: column << 30 | position, ascending.
    public func forEachRow(_ body: (_ row: Int, _ starts: ArraySlice<UInt32>) -> Void) {
        var from = 0
        for index in rows.indices {
            let to = Int(ends[index])
            body(Int(rows[index]), starts[from..<to])
            from = to
        }
    }

    @inline(__always)
    private static func place(_ places: [Int32]?, _ row: Int, in list: PostingList) -> Int? {
        let place = places.map { Int($0[row]) } ?? row
        return place >= 0 && place < list.offsets.count ? place : nil
    }

    /// Calls `body` for each occurrence of term number `offset` in a posting with the start of its phrase, until it returns false.
    @inline(__always)
    private static func forEachStart(
        _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, offset: UInt64, _ body: (UInt32) -> Bool
    ) {
        guard let base = bytes.baseAddress else { return }
        var at = unsafe base + start
        let size = unsafe Int(SegmentVarint.read(&at) >> 1)
        let end = unsafe min(at + size, base + bytes.count)
        var position: UInt64 = 0
        var column: UInt32 = 0
        while unsafe at < end {
            let value = unsafe SegmentVarint.read(&at)
            if value == 1 {
                let number = unsafe min(SegmentVarint.read(&at), maxColumn)
                column = UInt32(truncatingIfNeeded: number) << columnShift
                position = 0
                continue
            }
            position &+= value &- 2
            if position < offset { continue }
            if !body(column | (UInt32(truncatingIfNeeded: position &- offset) & positionMask)) { return }
        }
    }
}
