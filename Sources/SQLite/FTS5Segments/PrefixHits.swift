/// The rows that have a term with a certain beginning, ascending, and how many hits all these terms have in each.
///
/// One character of Chinese begins thousands of terms, the pairs it stands in, of which many rows have dozens: their doclists
/// lie one behind the other in each segment and are added up as they come, a counter a row. FTS5 merges them hit by hit, some
/// twenty times as slowly.
public struct PrefixHits: Sendable {
    public private(set) var rows: [UInt32] = []
    /// Of each row, hits in columns 0 and 1.
    public private(set) var hits: [(first: Int, second: Int)] = []

    /// What is known of a row so far.
    private struct Counter {
        var first: UInt32 = 0
        var second: UInt32 = 0
        /// The last term that has the row, from 1: what older segments say of the row and the term does not hold any more.
        var term: UInt32 = 0
    }

    /// Adds up what the segments have.
    ///
    /// - Parameters:
    ///   - cursors: of each segment, the newest first, on the first term that does not come before `key`.
    ///   - key: what the terms begin with, as leaves have it.
    ///   - endOfRows: above all row ids; postings of others are of rows that are gone.
    /// - Returns: nil where a doclist is not as it should be.
    init?(_ cursors: [SegmentCursor], key: [UInt8], endOfRows: Int) throws {
        var counters = Array(repeating: Counter(), count: endOfRows)
        var doclist: [UInt8] = []
        var number: UInt32 = 0
        var left = cursors.filter { $0.term.starts(with: key) }
        while var next = left.first {
            for cursor in left.dropFirst() where cursor.precedes(next) { next = cursor }
            let term = next.term
            number += 1
            for cursor in left where cursor.term == term {
                doclist.removeAll(keepingCapacity: true)
                doclist += cursor.doclist
                // A number at the very end may be read nine bytes far.
                doclist += repeatElement(0, count: SegmentVarint.maxLength)
                var counters = counters.mutableSpan
                guard Self.add(doclist.span, number, &counters) else { return nil }
                try cursor.next()
            }
            left.removeAll { !$0.term.starts(with: key) }
        }
        for row in counters.indices where counters[row].first > 0 || counters[row].second > 0 {
            rows.append(UInt32(row))
            hits.append((Int(counters[row].first), Int(counters[row].second)))
        }
    }

    private static func add(_ doclist: Span<UInt8>, _ term: UInt32, _ counters: inout MutableSpan<Counter>) -> Bool {
        unsafe doclist.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return true }
            var source = unsafe base
            let end = unsafe base + bytes.count - SegmentVarint.maxLength
            var row: UInt64 = 0
            while unsafe source < end {
                row &+= unsafe SegmentVarint.read(&source)
                let size = unsafe SegmentVarint.read(&source) >> 1
                guard unsafe source <= end, unsafe size <= UInt64(end - source) else { return false }
                let positions = unsafe source
                unsafe source += Int(size)
                guard row < UInt64(counters.count), counters[Int(row)].term != term else { continue }
                let hits = unsafe PostingList.hits(from: positions, to: source)
                counters[Int(row)].term = term
                counters[Int(row)].first &+= UInt32(truncatingIfNeeded: hits.first)
                counters[Int(row)].second &+= UInt32(truncatingIfNeeded: hits.second)
            }
            return true
        }
    }
}
