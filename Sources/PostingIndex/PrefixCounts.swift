/// The rows that have a term with a certain beginning, ascending, and how many occurrences all these terms have in each.
///
/// One character of Chinese begins thousands of terms, the pairs it stands in, of which many rows have dozens: their doclists
/// lie one behind the other in each segment and are added up as they come, a counter a row. FTS5 merges them posting by posting, some
/// twenty times as slowly.
public struct PrefixCounts: Sendable {
    public private(set) var rows: [UInt32] = []
    /// Of each row, occurrences in column 1 (`second`) and in all others.
    public private(set) var counts: [(first: Int, second: Int)] = []

    /// Memory that counting takes for each row id below the end.
    public static let bytesPerRow = MemoryLayout<Counter>.stride

    /// What is known of a row so far.
    private struct Counter {
        var first: UInt32 = 0
        var second: UInt32 = 0
        /// Who has the row: a segment or a term, from 1.
        var owner: UInt32 = 0
    }

    /// Adds up what segments have, one after the other, so that the counters at work stay in the processor's caches.
    ///
    /// A row that has changed or gone stands with all its terms in the newer segment, be it with empty postings, so that
    /// the newest segment that knows the row knows all of it. Not so while FTS5 merges: then some of the terms have gone
    /// over to another segment, and others not yet.
    ///
    /// - Parameters:
    ///   - cursors: of each segment, the newest first, on the first term that does not come before `key`; each is asked
    ///     for when it is needed.
    ///   - key: what the terms begin with, as leaves have it.
    ///   - endOfRows: above all row ids; postings of others are of rows that are gone.
    /// - Returns: nil where a doclist is not as it should be.
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

    /// The same term by term: of each row and term the newest segment counts.
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

    /// - Parameter counts: whether a posting counts, by who has its row.
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
