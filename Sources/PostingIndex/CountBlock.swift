/// The term frequency of a term in each row of one segment, without positions. The first stage reads it instead of the
/// doclist of a very frequent term: it takes a tenth of the bytes.
///
/// Form: for each row of the doclist a row id delta, then twice the frequency in all columns but 1, plus 1 if the
/// frequency in column 1 follows; all as varints. A row with an empty posting has frequency 0 and overrides older
/// segments, as in the doclist.
///
/// Blocks are rows of `%_data` in the segment's range of row ids, at a height that doclist indexes never reach. The
/// page number is the leaf on which the term begins: a doclist long enough for a block is the last one that begins on
/// its leaf. FTS5 never reads blocks and deletes them with their segment ("%_data table" in
/// <https://www.sqlite.org/src/file/ext/fts5/fts5_index.c>), so a block never contradicts its segment.
enum CountBlock {
    /// A block is kept only if the doclist is at least this many times as long.
    private static let minGain = 2
    /// A doclist of fewer leaves gets no block: reading it is as fast. One of this many leaves goes on after its first
    /// leaf in any case.
    static let minLeaves = 4
    /// A doclist shorter than this part (1/4,096) of its segment gets no block.
    static let minShare = 4_096
    /// Blocks of a segment are held in memory until it ends: at most 64 MB.
    static let maxBytes = 64 << 20

    /// The block of a doclist in memory; nil if it saves too little.
    static func block(of doclist: [UInt8]) -> [UInt8]? {
        unsafe doclist.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return nil }
            return unsafe block(of: start, count: bytes.count)
        }
    }

    /// - Parameter doclist: row id deltas over all leaves, as `SegmentWriter` takes them.
    /// - Returns: nil if the block saves too little.
    static func block(of doclist: UnsafePointer<UInt8>, count: Int) -> [UInt8]? {
        var block: [UInt8] = []
        block.reserveCapacity(count / minGain + 4 * SegmentVarint.maxLength)
        var source = unsafe doclist
        let end = unsafe doclist + count
        while unsafe source < end {
            SegmentVarint.append(unsafe SegmentVarint.read(&source), to: &block)
            let positions = unsafe Int(SegmentVarint.read(&source) >> 1)
            let next = unsafe min(source + positions, end)
            let frequency = unsafe PostingList.frequencies(from: source, to: next)
            SegmentVarint.append(UInt64(frequency.first) << 1 | (frequency.second > 0 ? 1 : 0), to: &block)
            if frequency.second > 0 { SegmentVarint.append(UInt64(frequency.second), to: &block) }
            if block.count * minGain > count { return nil }
            unsafe source = next
        }
        return block
    }
}

extension PostingList {
    /// Appends the rows of a segment's block to those of older segments.
    ///
    /// - Complexity: some 2 ns a row.
    /// - Returns: false if the block is malformed.
    mutating func append(countBlock block: Span<UInt8>) -> Bool {
        // A row takes at least two bytes.
        let first = rows.count
        let most = block.count / 2
        rows.append(contentsOf: repeatElement(0, count: most))
        counts.append(contentsOf: repeatElement(.none, count: most))
        let written = unsafe block.withUnsafeBufferPointer { block in
            unsafe rows.withUnsafeMutableBufferPointer { rows in
                unsafe counts.withUnsafeMutableBufferPointer { counts in
                    guard let bytes = block.baseAddress, let row = rows.baseAddress, let count = counts.baseAddress
                    else { return 0 as Int? }
                    return unsafe Self.read(bytes, end: block.count, row + first, count + first)
                }
            }
        }
        rows.removeLast(most - (written ?? 0))
        counts.removeLast(most - (written ?? 0))
        return written != nil
    }

    /// Appends the frequencies of a list that has positions.
    ///
    /// - Returns: false if a frequency is too large for `TermFrequency`.
    mutating func append(countsOf list: PostingList) -> Bool {
        reserve(count + list.count)
        for index in list.rows.indices {
            let frequency = list.frequencies(at: index)
            guard let count = TermFrequency(first: frequency.first, second: frequency.second) else { return false }
            rows.append(list.rows[index])
            counts.append(count)
        }
        return true
    }

    /// Whether rows ascend strictly and no frequency is 0. Only of a list without positions.
    var isAscending: Bool {
        var previous: UInt32 = 0
        for index in rows.indices {
            if rows[index] <= previous || counts[index].isNone { return false }
            previous = rows[index]
        }
        return true
    }

    private static func read(
        _ bytes: UnsafePointer<UInt8>, end: Int, _ rows: UnsafeMutablePointer<UInt32>,
        _ counts: UnsafeMutablePointer<TermFrequency>
    ) -> Int? {
        var written = 0
        var row: UInt64 = 0
        func write(_ delta: UInt64, _ first: UInt64, _ second: UInt64) -> Bool {
            row &+= delta
            guard row < 1 << 32,
                let count = TermFrequency(
                    first: Int(truncatingIfNeeded: first), second: Int(truncatingIfNeeded: second))
            else { return false }
            unsafe rows[written] = UInt32(truncatingIfNeeded: row)
            unsafe counts[written] = count
            written += 1
            return true
        }
        // Up to here three varints of nine bytes can be read without a check for the end.
        let safe = unsafe bytes + end - 3 * SegmentVarint.maxLength
        var source = unsafe bytes
        while unsafe source < safe {
            let delta = unsafe SegmentVarint.read(&source)
            let first = unsafe SegmentVarint.read(&source)
            let second = unsafe first & 1 == 0 ? 0 : SegmentVarint.read(&source)
            guard write(delta, first >> 1, second) else { return nil }
        }
        var at = unsafe source - bytes
        while at < end {
            guard let delta = unsafe SegmentVarint.read(bytes, &at, end: end),
                let first = unsafe SegmentVarint.read(bytes, &at, end: end),
                let second = unsafe first & 1 == 0 ? 0 : SegmentVarint.read(bytes, &at, end: end),
                write(delta, first >> 1, second)
            else { return nil }
        }
        return written
    }
}

/// The term frequency of one row: in column 1 (`second`) and in all other columns (`first`).
struct TermFrequency: Sendable {
    private let bits: UInt32
    private static let firstBits = 20

    static let none = TermFrequency()

    private init() { bits = 0 }

    /// Nil if `first` is 2^20 or more, or `second` is 4,096 or more.
    @inline(__always)
    init?(first: Int, second: Int) {
        guard first >> Self.firstBits == 0, second >> (32 - Self.firstBits) == 0 else { return nil }
        bits = UInt32(truncatingIfNeeded: second << Self.firstBits | first)
    }

    var isNone: Bool { bits == 0 }

    @inline(__always)
    var first: Int { Int(bits & (1 << Self.firstBits - 1)) }

    @inline(__always)
    var second: Int { Int(bits >> Self.firstBits) }

    @inline(__always)
    func weighed(_ secondWeight: Float) -> Float {
        Float(Int32(truncatingIfNeeded: first)) + secondWeight * Float(Int32(truncatingIfNeeded: second))
    }
}
