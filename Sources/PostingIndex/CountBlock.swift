/// How many occurrences a term has in each row of one segment, without where they are: what the first stage of ranking asks of a
/// word that nearly every article has, in a tenth of the bytes of its doclist.
///
/// For each row of the doclist: a row id delta, and twice the occurrences in other columns than 1, plus 1 where those in column 1 follow; all as
/// varints. A row whose posting is empty has no occurrences here either, and overrides older segments as it does there.
///
/// Blocks lie among the rows of their segment in `%_data`, where doclist indexes are, at a height that these never reach, each
/// by the leaf on which its term begins: a doclist that is long enough to have a block is the last that begins on its leaf.
/// FTS5 never reads them, and deletes them with the segment, whose ids are one range ("%_data table" in
/// <https://www.sqlite.org/src/file/ext/fts5/fts5_index.c>). So a block says what its segment says, or is gone.
enum CountBlock {
    /// The doclist is so many times as long, or it is read itself.
    private static let minGain = 2
    /// A doclist of fewer leaves is as quickly read itself; one of so many goes on behind its first leaf in any case.
    static let minLeaves = 4
    /// So is one that takes less of its segment than one part of so many.
    static let minShare = 4_096
    /// They are kept until their segment ends; more than this is not.
    static let maxBytes = 64 << 20

    /// The same of a doclist that is at hand.
    static func block(of doclist: [UInt8]) -> [UInt8]? {
        unsafe doclist.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return nil }
            return unsafe block(of: start, count: bytes.count)
        }
    }

    /// - Parameter doclist: deltas without a break, as `SegmentWriter` takes it.
    /// - Returns: nil where there is little to gain.
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
    /// Adds the rows of a segment's block behind those of older segments.
    ///
    /// - Complexity: some 2 ns a row.
    /// - Returns: false where the block is not as it should be.
    mutating func append(countBlock block: Span<UInt8>) -> Bool {
        // No row takes less than two bytes.
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

    /// Adds what a list of positions says.
    ///
    /// - Returns: false where occurrences are more than a count can say.
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

    /// Of counts: each row is there once, and has the term.
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
        // Three numbers of nine bytes can be read without looking where the block ends.
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

/// How many occurrences a row has in column 1 (`second`) and in all others.
struct TermFrequency: Sendable {
    private let bits: UInt32
    private static let firstBits = 20

    static let none = TermFrequency()

    private init() { bits = 0 }

    /// Nil where there are more than it can say: a million, 4,095 in column 1.
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
