/// Term frequencies of all terms with one prefix, added up by row; rows ascend.
///
/// A Chinese character begins thousands of bigrams, and many rows have dozens of them. Their doclists are adjacent in
/// each segment, so each segment is read in one pass with one counter a row. FTS5 merges them posting by posting, which
/// takes some twenty times as long.
public struct PrefixCounts: Sendable {
    public private(set) var rows: [UInt32] = []
    /// For each row its frequency in column 1 (`second`) and in all other columns (`first`).
    public private(set) var counts: [(first: Int, second: Int)] = []

    /// Bytes of memory for each row id below the end.
    public static let bytesPerRow = MemoryLayout<Counter>.stride

    /// The counts of a row so far.
    private struct Counter {
        var first: UInt32 = 0
        var second: UInt32 = 0
        /// The segment or term that last counted the row, from 1.
        var owner: UInt32 = 0
    }

    /// Counts segment by segment, so that the counters stay in the processor's caches.
    ///
    /// A changed or deleted row is in the newer segment with all its terms, if only with empty postings: the newest
    /// segment that has the row counts. During a merge by FTS5 this does not hold, since some of the terms are already
    /// in another segment.
    ///
    /// - Parameters:
    ///   - cursors: for each segment, newest first, a cursor on the first term not before `key`; opened when needed.
    ///   - key: the prefix, with the index byte.
    ///   - endOfRows: above all row ids; larger row ids belong to deleted rows.
    /// - Returns: nil if a doclist is malformed.
    init?(
        bySegment cursors: some Sequence<() throws -> SegmentCursor>, key: [UInt8], endOfRows: Int
    ) throws {
        var counters = Array(repeating: Counter(), count: endOfRows)
        for (number, cursor) in cursors.enumerated() {
            let cursor = try cursor()
            let owner = UInt32(number + 1)
            while cursor.term.starts(with: key) {
                guard try Self.add(cursor, &counters, owner, { $0 == 0 || $0 == owner }) else { return nil }
                try cursor.next()
            }
        }
        report(counters)
    }

    /// Counts term by term: for each row and term the newest segment counts.
    init?(byTerm cursors: [SegmentCursor], key: [UInt8], endOfRows: Int) throws {
        var counters = Array(repeating: Counter(), count: endOfRows)
        var number: UInt32 = 0
        var left = cursors.filter { $0.term.starts(with: key) }
        while var next = left.first {
            for cursor in left.dropFirst() where cursor.precedes(next) { next = cursor }
            let term = next.term
            number += 1
            for cursor in left where cursor.term == term {
                guard try Self.add(cursor, &counters, number, { [number] in $0 != number }) else { return nil }
                try cursor.next()
            }
            left.removeAll { !$0.term.starts(with: key) }
        }
        report(counters)
    }

    private mutating func report(_ counters: [Counter]) {
        for row in counters.indices where counters[row].first > 0 || counters[row].second > 0 {
            rows.append(UInt32(row))
            counts.append((Int(counters[row].first), Int(counters[row].second)))
        }
    }

    /// - Parameter counts: whether a posting counts, given the last owner of its row.
    @inline(__always)
    private static func add(
        _ cursor: SegmentCursor, _ counters: inout [Counter], _ owner: UInt32, _ counts: (UInt32) -> Bool
    ) throws -> Bool {
        try unsafe cursor.withDoclist { bytes, count in
            var counters = counters.mutableSpan
            var source = unsafe bytes
            let end = unsafe bytes + count
            var row: UInt64 = 0
            while unsafe source < end {
                row &+= unsafe SegmentVarint.read(&source)
                let size = unsafe SegmentVarint.read(&source) >> 1
                guard unsafe source <= end, unsafe size <= UInt64(end - source) else { return false }
                let positions = unsafe source
                unsafe source += Int(size)
                guard row < UInt64(counters.count), counts(counters[Int(row)].owner) else { continue }
                let frequency = unsafe PostingList.frequencies(from: positions, to: source)
                counters[Int(row)].owner = owner
                counters[Int(row)].first &+= UInt32(truncatingIfNeeded: frequency.first)
                counters[Int(row)].second &+= UInt32(truncatingIfNeeded: frequency.second)
            }
            return true
        }
    }
}
