/// Joins the doclists of one term from several segments, oldest first, into one posting list.
///
/// Each doclist is decoded right after its bytes are copied, while they are in the CPU caches.
struct Doclists {
    /// The bytes of the doclists, as on the leaves.
    var bytes: [UInt8] = []
    private var rows: [UInt32] = []
    private var offsets: [UInt32] = []
    /// Start of the current doclist in `bytes`.
    private var start = 0
    /// Offsets of row ids that are absolute, not deltas: the first in the doclist, and the first on each further leaf.
    private var whole: [Int] = []
    /// Whether rows have been strictly ascending so far and no posting is empty.
    private var isAscending = true
    private var lastRow: UInt64 = 0

    /// Starts the next segment's doclist.
    mutating func begin() {
        start = bytes.count
        whole.removeAll(keepingCapacity: true)
        whole.append(start)
    }

    /// Records that an absolute row id begins `distance` bytes after the current end.
    mutating func wholeRow(at distance: Int) {
        let place = bytes.count + distance
        // If a term fills its leaf, its first row id is on the next leaf.
        if whole.last != place { whole.append(place) }
    }

    /// Whether no row has been read.
    var isEmpty: Bool { rows.isEmpty }

    /// Whether the current doclist has no bytes.
    var isCurrentEmpty: Bool { bytes.count == start }

    /// The first row of the current doclist; nil if its leaf was not copied.
    var firstRow: UInt32? {
        var at = start
        return isCurrentEmpty ? nil : SegmentVarint.read(bytes, &at).flatMap { UInt32(exactly: $0) }
    }

    /// Drops the bytes of the current doclist.
    mutating func takeBack() { bytes.removeLast(bytes.count - start) }

    /// Ends the current doclist, which may be empty.
    ///
    /// - Returns: false if the doclist is malformed.
    mutating func end() -> Bool {
        let end = bytes.count
        guard end > start else { return true }
        guard end < 1 << 32 else { return false }
        // A posting takes at least two bytes; a truncated one may begin with the last byte.
        let most = (end - start + 1) / 2
        pad()
        var isWhole = false
        var newOffsets: [UInt32] = []
        // The number of rows is known only after decoding; unused reserved memory costs nothing.
        let newRows = unsafe [UInt32](unsafeUninitializedCapacity: most) { rows, count in
            unsafe newOffsets = [UInt32](unsafeUninitializedCapacity: most) { offsets, offsetCount in
                let written = unsafe bytes.withUnsafeBufferPointer { bytes in
                    guard let base = bytes.baseAddress, let row = rows.baseAddress,
                        let offset = offsets.baseAddress
                    else { return nil as Int? }
                    return unsafe read(base, end: end, row, offset)
                }
                isWhole = written != nil
                count = written ?? 0
                offsetCount = count
            }
        }
        bytes.removeLast(SegmentVarint.maxLength)
        guard isWhole else { return false }
        if rows.isEmpty, rows.capacity < newRows.count {
            (rows, offsets) = (newRows, newOffsets)
        } else {
            rows += newRows
            offsets += newOffsets
        }
        return true
    }

    /// Appends the wanted rows of a list in memory, possibly together with other rows.
    ///
    /// - Parameters:
    ///   - wanted: ascending.
    ///   - hasRemovals: whether some postings of the list may be empty.
    /// - Returns: false if the size limit is exceeded.
    mutating func append(_ list: PostingList, _ wanted: [UInt32], hasRemovals: Bool) -> Bool {
        guard bytes.count + list.bytes.count < 1 << 32, let first = list.rows.first, let last = list.rows.last else {
            return list.rows.isEmpty
        }
        if hasRemovals || UInt64(first) <= lastRow && !rows.isEmpty { isAscending = false }
        lastRow = UInt64(last)
        if wanted.count * Self.rowsCopied >= list.count {
            let shift = UInt32(bytes.count)
            rows += list.rows
            for offset in list.offsets { offsets.append(offset + shift) }
            bytes += list.bytes
            return true
        }
        for row in wanted {
            guard let place = list.place(of: row) else { continue }
            rows.append(row)
            offsets.append(UInt32(bytes.count))
            bytes += list.bytes[Int(list.offsets[place])..<list.end(of: place)]
        }
        return true
    }

    /// Copying this many rows takes as long as looking one up.
    private static let rowsCopied = 8

    /// Ends the current doclist, which has all rows of some blocks and may also have rows of adjacent blocks.
    ///
    /// - Returns: false if it is malformed or lacks some of the rows.
    mutating func end(with blocks: Range<Int>, of list: BlockList) -> Bool {
        let before = rows.count
        guard end() else { return false }
        let new = rows.span.extracting(before...)
        let first = blocks.lowerBound == 0 ? 0 : new.firstIndex(notBelow: list.rowBefore(blocks.lowerBound) + 1)
        let lastRow = list.lastRows[blocks.upperBound - 1]
        let last = new.firstIndex(notBelow: lastRow)
        return last < new.count && new[last] == lastRow && last + 1 - first == list.count(of: blocks)
    }

    /// Reserves memory for lists of known maximum size.
    mutating func reserve(bytes count: Int, rows rowCount: Int) {
        bytes.reserveCapacity(count + SegmentVarint.maxLength)
        rows.reserveCapacity(rowCount)
        offsets.reserveCapacity(rowCount)
    }

    /// Reserves memory for `factor` times the current size, at most 4 GB.
    mutating func reserve(timesAsMuch factor: Double) {
        func room(_ count: Int) -> Int { Int(min(Double(count) * factor, Double(UInt32.max))) }
        bytes.reserveCapacity(room(bytes.count) + SegmentVarint.maxLength)
        rows.reserveCapacity(room(rows.count))
        offsets.reserveCapacity(room(offsets.count))
    }

    /// Returns the newest posting of each row from all segments, and empties this value.
    ///
    /// - Parameter keepsRemovals: whether rows whose newest posting is empty stay in the list.
    mutating func list(keepsRemovals: Bool = false) -> PostingList {
        var taken = Doclists()
        swap(&taken, &self)
        guard !taken.rows.isEmpty else { return PostingList() }
        taken.pad()
        var list = PostingList(rows: taken.rows, offsets: taken.offsets, bytes: taken.bytes)
        if !taken.isAscending { list.dropOverridden(keepsRemovals: keepsRemovals) }
        return list
    }

    /// Adds padding, because reading a varint may read up to nine bytes past its start.
    private mutating func pad() { bytes.append(contentsOf: repeatElement(0, count: SegmentVarint.maxLength)) }

    private mutating func read(
        _ base: UnsafePointer<UInt8>, end: Int, _ rows: UnsafeMutablePointer<UInt32>,
        _ offsets: UnsafeMutablePointer<UInt32>
    ) -> Int? {
        var source = unsafe base + start
        let last = unsafe base + end
        var nextWhole = 0
        var boundary = unsafe base + start
        var number: UInt64 = 0
        var previous = lastRow
        var isAscending = isAscending
        var written = 0
        while unsafe source < last {
            if unsafe source >= boundary {
                // A posting that crosses the boundary is malformed.
                guard unsafe source == boundary else { return nil }
                number = 0
                nextWhole += 1
                unsafe boundary = nextWhole < whole.count ? base + whole[nextWhole] : last
            }
            number &+= unsafe SegmentVarint.read(&source)
            unsafe offsets[written] = UInt32(truncatingIfNeeded: source - base)
            let size = unsafe SegmentVarint.read(&source)
            guard number < 1 << 32, size >> 1 <= UInt64(end) else { return nil }
            // An empty posting deletes the row's older posting.
            if number <= previous || size < 2 { isAscending = false }
            unsafe rows[written] = UInt32(truncatingIfNeeded: number)
            written += 1
            previous = number
            unsafe source += Int(size >> 1)
        }
        guard unsafe source == last else { return nil }
        lastRow = previous
        self.isAscending = isAscending
        return written
    }
}

extension PostingList {
    /// Keeps the newest posting of each row. Drops rows whose newest posting is empty, unless removals are kept.
    mutating func dropOverridden(keepsRemovals: Bool) {
        var order = Array(rows.indices)
        // Segments are ordered from the oldest, so the later of two equal rows is newer.
        order.sort { (rows[$0], $0) < (rows[$1], $1) }
        var kept: [Int] = []
        for (place, index) in order.enumerated() {
            if place + 1 < order.count, rows[order[place + 1]] == rows[index] { continue }
            if keepsRemovals || !isEmpty(at: index) { kept.append(index) }
        }
        offsets = kept.map { offsets[$0] }
        rows = kept.map { rows[$0] }
    }
}

extension SegmentVarint {
    static func read(_ bytes: [UInt8], _ at: inout Int) -> UInt64? {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return nil }
            return unsafe read(base, &at, end: buffer.count)
        }
    }
}
