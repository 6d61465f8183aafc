/// FTS5's structure record (id 10) and averages record (id 1), in the form that versions 3.40 to 3.54 write for tables
/// that are not contentless: <https://www.sqlite.org/src/file/ext/fts5/fts5_index.c>, "Structure record".
package struct SegmentStructure {
    struct Segment {
        var id: Int
        var first: Int
        var last: Int
    }
    struct Level {
        /// The number of segments that a running merge reads.
        var merging = 0
        /// The segments of the level, oldest first.
        var segments: [Segment] = []
    }

    static let maxSegments = 2_000
    /// The record of an index without segments.
    package static let emptyRecord: [UInt8] = [0, 0, 0, 0, 0, 0, 0]
    /// Page numbers of a segment have 31 bits.
    static let maxLeaf = 1 << 31 - 1

    private var cookie: [UInt8]
    private var writeCounter: UInt64
    private(set) var levels: [Level]

    /// Returns nil if the format of the record is unknown; in that case only FTS5 may change the index.
    ///
    /// - Parameter maxID: the largest possible id of a segment.
    init?(_ record: [UInt8], maxID: Int = maxSegments) {
        guard record.count >= 7, Array(record[4..<min(8, record.count)]) != [0xFF, 0, 0, 1] else { return nil }
        cookie = Array(record[..<4])
        var reader = Reader(record, from: 4)
        guard let levelCount = reader.next(), let total = reader.next(), let counter = reader.next(),
            levelCount <= 64, total <= Self.maxSegments
        else { return nil }
        writeCounter = counter
        levels = []
        for _ in 0..<levelCount {
            guard let merging = reader.next(), let count = reader.next(), count <= Self.maxSegments, merging <= count
            else { return nil }
            var level = Level(merging: Int(merging))
            for _ in 0..<count {
                guard let segment = Self.segment(&reader, maxID) else { return nil }
                level.segments.append(segment)
            }
            levels.append(level)
        }
        guard reader.isAtEnd, segmentCount == Int(total), Set(levels.flatMap { $0.segments.map(\.id) }).count == total
        else { return nil }
    }

    /// Row ids are computed from ids and leaves by shifting, so both are first checked against FTS5's limits.
    private static func segment(_ reader: inout Reader, _ maxID: Int) -> Segment? {
        guard let id = reader.next(), let first = reader.next(), let last = reader.next(),
            id >= 1, id <= maxID, first >= 1, first <= last, last <= maxLeaf
        else { return nil }
        return Segment(id: Int(id), first: Int(first), last: Int(last))
    }

    var segmentCount: Int { levels.reduce(0) { $0 + $1.segments.count } }

    /// An unused segment id: one more than the highest id in use, so that the new rows are appended, or the lowest free
    /// id if that is too high.
    var freeSegmentID: Int? {
        let used = Set(levels.flatMap { $0.segments.map(\.id) })
        let next = (used.max() ?? 0) + 1
        if next <= Self.maxSegments { return next }
        return (1...Self.maxSegments).first { !used.contains($0) }
    }

    /// Adds a segment as the newest one.
    ///
    /// It is added to the highest level, at most `wanted`, below which there are no segments and no running merge,
    /// because FTS5 would append the output of such a merge to the last segment of the target level.
    mutating func add(segment id: Int, leaves: Int, wantedLevel wanted: Int) {
        var level = wanted
        while level > 0, levels.prefix(level).contains(where: { !$0.segments.isEmpty || $0.merging > 0 }) { level -= 1 }
        while levels.count <= level { levels.append(Level()) }
        levels[level].segments.append(Segment(id: id, first: 1, last: leaves))
        writeCounter &+= UInt64(leaves)
    }

    /// Drops segments with a lower id.
    mutating func keepSegments(from first: Int) {
        for level in levels.indices { levels[level].segments.removeAll { $0.id < first } }
        // The merge count may include dropped segments, so limit it to those that are left.
        for level in levels.indices { levels[level].merging = min(levels[level].merging, levels[level].segments.count) }
    }

    /// Whether segments of a level may be merged. FTS5 must have no running merge in this level, or in the levels
    /// directly below and above.
    func allowsMerging(_ level: Int) -> Bool {
        guard levels.indices.contains(level) else { return false }
        return levels[max(0, level - 1)...min(level + 1, levels.count - 1)].allSatisfy { $0.merging == 0 }
    }

    /// Replaces the oldest segments of a level with a new one, which becomes the newest segment of the next level.
    mutating func replace(oldest count: Int, ofLevel level: Int, with id: Int?, leaves: Int) {
        levels[level].segments.removeFirst(count)
        if levels.count == level + 1 { levels.append(Level()) }
        if let id { levels[level + 1].segments.append(Segment(id: id, first: 1, last: leaves)) }
        writeCounter &+= UInt64(leaves)
    }

    /// Replaces all segments with a new one, on `level` or on the highest existing level.
    mutating func replaceAll(with id: Int?, leaves: Int, level: Int) {
        let highest = max(level, levels.count - 1)
        levels = Array(repeating: Level(), count: highest + 1)
        if let id { levels[highest].segments.append(Segment(id: id, first: 1, last: leaves)) }
        writeCounter &+= UInt64(leaves)
    }

    var record: [UInt8] {
        var out = cookie
        SegmentVarint.append(UInt64(levels.count), to: &out)
        SegmentVarint.append(UInt64(segmentCount), to: &out)
        SegmentVarint.append(writeCounter, to: &out)
        for level in levels {
            SegmentVarint.append(UInt64(level.merging), to: &out)
            SegmentVarint.append(UInt64(level.segments.count), to: &out)
            for segment in level.segments {
                for number in [segment.id, segment.first, segment.last] {
                    SegmentVarint.append(UInt64(number), to: &out)
                }
            }
        }
        return out
    }

    /// Reads varints up to the end of a record.
    package struct Reader {
        private let bytes: [UInt8]
        package private(set) var index: Int

        package init(_ bytes: [UInt8], from index: Int = 0) {
            self.bytes = bytes
            self.index = index
        }

        var isAtEnd: Bool { index == bytes.count }

        package mutating func next() -> UInt64? {
            unsafe bytes.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return nil }
                return unsafe SegmentVarint.read(start, &index, end: bytes.count)
            }
        }
    }
}

/// The number of rows, and the total number of tokens in each column, for BM25.
struct SegmentAverages {
    var rows: UInt64 = 0
    var tokens: [UInt64]

    init?(_ record: [UInt8], columns: Int) {
        tokens = Array(repeating: 0, count: columns)
        if record.isEmpty { return }
        var reader = SegmentStructure.Reader(record)
        guard let rows = reader.next() else { return nil }
        self.rows = rows
        for column in 0..<columns {
            guard let count = reader.next() else { return nil }
            tokens[column] = count
        }
        guard reader.isAtEnd else { return nil }
    }

    mutating func add(_ lengths: ArraySlice<UInt32>) {
        rows &+= 1
        for (column, length) in lengths.enumerated() { tokens[column] &+= UInt64(length) }
    }

    /// Subtracts a row's lengths from the totals. Totals do not become negative, even if the index has been tampered
    /// with.
    mutating func remove(_ lengths: [Int]) {
        rows -= min(rows, 1)
        for (column, length) in lengths.prefix(tokens.count).enumerated() {
            tokens[column] -= min(tokens[column], UInt64(clamping: length))
        }
    }

    var record: [UInt8] {
        var out: [UInt8] = []
        SegmentVarint.append(rows, to: &out)
        for count in tokens { SegmentVarint.append(count, to: &out) }
        return out
    }
}
