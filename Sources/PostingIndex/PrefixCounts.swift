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
        /// The owner that last counted the row (`PrefixDoclists`).
        var owner: UInt32 = 0
    }

    /// Counts segment by segment where it can, so that the counters stay in the processor's caches.
    ///
    /// - Parameter endOfRows: above all row ids; larger row ids belong to deleted rows.
    /// - Returns: nil if a doclist is malformed.
    init?(_ doclists: PrefixDoclists, endOfRows: Int) throws {
        var counters = Array(repeating: Counter(), count: endOfRows)
        let isWhole = try doclists.forEachDoclist { cursor, owner in
            var counters = counters.mutableSpan
            return try unsafe cursor.forEachPosting { row, start, end in
                guard row < UInt64(counters.count), doclists.counts(counters[Int(row)].owner, owner) else { return }
                let frequency = unsafe PostingList.frequencies(from: start, to: end)
                counters[Int(row)].owner = owner
                counters[Int(row)].first &+= UInt32(truncatingIfNeeded: frequency.first)
                counters[Int(row)].second &+= UInt32(truncatingIfNeeded: frequency.second)
            }
        }
        guard isWhole else { return nil }
        for row in counters.indices where counters[row].first > 0 || counters[row].second > 0 {
            rows.append(UInt32(row))
            counts.append((Int(counters[row].first), Int(counters[row].second)))
        }
    }
}
