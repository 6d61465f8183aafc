/// Start positions of a phrase in some rows. They are initialised with the positions of one term, then filtered by
/// those of the other terms.
///
/// Posting lists are processed one after the other, not row by row, so that memory is read in order. Rows in which the
/// first two terms are never adjacent are not read for the third term.
public struct PhraseStarts: Sendable {
    /// The remaining rows, as indexes into the requested rows.
    private var rows: [Int32] = []
    /// For each row, the end of its starts in `starts`.
    private var ends: [Int32] = []
    /// The starts of the phrase, ascending within each row; the two highest bits are the column.
    private var starts: [UInt32] = []
    private static let columnShift: UInt32 = 30
    /// The position of a start in its column.
    public static func position(of start: UInt32) -> UInt32 { start & positionMask }
    /// The column of a start.
    public static func column(of start: UInt32) -> Int { Int(start >> columnShift) }
    private static let positionMask: UInt32 = 1 << columnShift - 1
    private static let markCount = 1 << 14

    @inline(__always)
    private static func mark(_ start: UInt32) -> Int { Int(start & UInt32(markCount - 1)) }

    /// Creates a phrase start for each position of one term.
    ///
    /// - Parameters:
    ///   - places: the index of each row in the list; nil if the rows are exactly those of the list.
    ///   - count: the number of rows.
    ///   - offset: the index of the term in the phrase, from 0.
    /// - Complexity: about 2 ns per occurrence.
    public init(_ list: PostingList, at places: [Int32]?, count: Int, offset: Int) {
        rows.reserveCapacity(count)
        ends.reserveCapacity(count)
        // An occurrence takes at least one byte.
        var most = 1
        for row in 0..<count { if let place = Self.place(places, row, in: list) { most += list.size(at: place) } }
        starts = unsafe [UInt32](unsafeUninitializedCapacity: most) { starts, written in
            unsafe list.bytes.withUnsafeBufferPointer { bytes in
                guard let base = bytes.baseAddress else { return }
                for row in 0..<count {
                    guard let place = Self.place(places, row, in: list) else { continue }
                    let before = written
                    var occurrences = unsafe Occurrences(
                        base + Int(list.offsets[place]), endOfBytes: base + bytes.count)
                    while unsafe occurrences.next() {
                        guard let start = unsafe Self.start(occurrences, offset) else { continue }
                        unsafe starts[written] = start
                        written += 1
                    }
                    if written == before { continue }
                    rows.append(Int32(truncatingIfNeeded: row))
                    ends.append(Int32(truncatingIfNeeded: written))
                }
            }
        }
    }

    /// The remaining rows, ascending, as indexes into the requested rows.
    public var rowsLeft: [Int32] { rows }

    /// Keeps the starts that are consistent with the positions of another term. The parameters are as for `init`, but
    /// refer to the remaining rows.
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
        guard let base = bytes.baseAddress else { return (0, 0) }
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
            let some = from..<Int(ends[index])
            from = some.upperBound
            guard let place = place(places, index, in: list) else { continue }
            let before = kept
            let occurrences = unsafe Occurrences(base + Int(list.offsets[place]), endOfBytes: base + bytes.count)
            if unsafe some.count == 1 || some.count * Occurrences.skipped <= occurrences.size {
                unsafe keepFew(some, of: &starts, occurrences, offset, &kept)
            } else {
                unsafe keepMany(some, of: &starts, occurrences, offset, &kept, &marks, &found)
            }
            if kept == before { continue }
            rows[keptRows] = rows[index]
            ends[keptRows] = Int32(truncatingIfNeeded: kept)
            keptRows += 1
        }
        return (keptRows, kept)
    }

    /// Keeps the starts that are consistent with an occurrence of the term. Meant for few starts: occurrences between
    /// two starts are skipped.
    @inline(__always)
    private static func keepFew(
        _ some: Range<Int>, of starts: inout MutableSpan<UInt32>, _ occurrences: consuming Occurrences, _ offset: Int,
        _ kept: inout Int
    ) {
        var at = some.lowerBound
        var start = starts[at]
        var goal = goal(start, offset)
        while unsafe occurrences.next(notBefore: goal) {
            let place = unsafe occurrences.place
            while goal <= place {
                // Kept starts overwrite those that have already been read.
                if goal == place {
                    starts[kept] = start
                    kept += 1
                }
                at += 1
                if at == some.upperBound { return }
                start = starts[at]
                goal = self.goal(start, offset)
            }
        }
    }

    /// Keeps the starts that are consistent with an occurrence of the term. Meant for many starts: uses a table,
    /// because the branches of a merge would be mispredicted.
    ///
    /// - Parameters:
    ///   - marks: all false before and after.
    ///   - found: empty before and after; only its memory is reused.
    @inline(__always)
    private static func keepMany(
        _ some: Range<Int>, of starts: inout MutableSpan<UInt32>, _ occurrences: consuming Occurrences, _ offset: Int,
        _ kept: inout Int, _ marks: inout MutableSpan<Bool>, _ found: inout [UInt32]
    ) {
        let last = starts[some.upperBound - 1]
        for at in some { marks[mark(starts[at])] = true }
        var at = some.lowerBound
        while unsafe occurrences.next() {
            guard let start = unsafe start(occurrences, offset) else { continue }
            // Nothing can match after the last start.
            if start > last { break }
            if !marks[mark(start)] { continue }
            while at < some.upperBound, starts[at] < start { at += 1 }
            if at == some.upperBound { break }
            // Each start counts once. Otherwise, a malformed posting with a repeated position would write past the
            // starts read.
            if starts[at] == start {
                found.append(start)
                at += 1
            }
        }
        for at in some { marks[mark(starts[at])] = false }
        for start in found {
            starts[kept] = start
            kept += 1
        }
        found.removeAll(keepingCapacity: true)
    }

    /// Calls `body` for each remaining row, ascending, with the phrase's frequency in each of four columns.
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

    /// Sets `out` to the starts in a row, ascending: column << 30 | position.
    ///
    /// - Parameter next: 0 in the first call; pass the same variable to each further call. Rows must be requested in
    ///   ascending order.
    public func read(row: Int, next: inout Int, into out: inout [UInt32]) {
        out.removeAll(keepingCapacity: true)
        while next < rows.count, Int(rows[next]) < row { next += 1 }
        guard next < rows.count, Int(rows[next]) == row else { return }
        out.append(contentsOf: starts[(next > 0 ? Int(ends[next - 1]) : 0)..<Int(ends[next])])
    }

    @inline(__always)
    private static func place(_ places: [Int32]?, _ row: Int, in list: PostingList) -> Int? {
        let place = places.map { Int($0[row]) } ?? row
        return place >= 0 && place < list.offsets.count ? place : nil
    }

    /// The start of the phrase whose term at index `offset` occurs here; nil if it would be before the beginning of the
    /// column.
    @inline(__always)
    private static func start(_ occurrences: Occurrences, _ offset: Int) -> UInt32? {
        let position = unsafe occurrences.position
        if position < UInt32(truncatingIfNeeded: offset) { return nil }
        return unsafe occurrences.column << columnShift | (position - UInt32(truncatingIfNeeded: offset)) & positionMask
    }

    /// The place of the term at index `offset` of a phrase that starts here.
    @inline(__always)
    private static func goal(_ start: UInt32, _ offset: Int) -> UInt64 {
        unsafe Occurrences.place(
            column: UInt64(column(of: start)), position: UInt64(position(of: start)) &+ UInt64(offset))
    }
}
