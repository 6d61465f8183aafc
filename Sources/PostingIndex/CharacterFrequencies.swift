/// Weighted term frequencies of all terms that begin with a character, summed by row.
///
/// A Chinese character begins thousands of bigrams, and many rows contain dozens of these bigrams. A segment has a list
/// for each frequent character (`CharacterListBuilder`). For other characters, the doclists, which are adjacent in the
/// segment, are read in one pass. FTS5 merges them posting by posting, which takes about twenty times as long.
enum CharacterFrequencies {
    private struct Counter {
        var frequency: Float = 0
        /// The owner that last counted the row (`PrefixDoclists`).
        var owner: UInt32 = 0
    }

    /// The number of bytes of memory needed per row id below `endOfRows`.
    static let bytesPerRow = MemoryLayout<Counter>.stride

    /// Counts segment by segment if possible, so that the counters stay in the CPU caches.
    ///
    /// - Parameters:
    ///   - isOnlySecond: whether only column 1 counts.
    ///   - endOfRows: greater than all row ids; larger row ids belong to deleted rows.
    /// - Returns: the rows whose frequency is above 0; nil if a doclist is malformed.
    static func read(
        _ doclists: PrefixDoclists, isOnlySecond: Bool, endOfRows: Int
    ) throws -> RowFrequencies? {
        var counters = Array(repeating: Counter(), count: endOfRows)
        let first: Float = isOnlySecond ? 0 : 1
        // Lists contain sums over all columns, so they are useless if only column 1 counts.
        let isWhole = try doclists.forEachSource(asLists: !isOnlySecond) { source, owner in
            var counters = counters.mutableSpan
            switch source {
            case .list(let list):
                try list.forEachRow { row, frequency in
                    if Int(row) < counters.count, doclists.counts(counters[Int(row)].owner, owner) {
                        counters[Int(row)].owner = owner
                        counters[Int(row)].frequency += frequency
                    }
                }
                return true
            case .terms(let cursor):
                return try unsafe cursor.forEachPosting { row, start, end in
                    guard row < UInt64(counters.count), doclists.counts(counters[Int(row)].owner, owner) else { return }
                    let frequency = unsafe PostingList.frequencies(from: start, to: end)
                    counters[Int(row)].owner = owner
                    counters[Int(row)].frequency +=
                        first * Float(frequency.first) + Float(BlockList.secondWeight * frequency.second)
                }
            }
        }
        return isWhole ? aboveZero(counters.span) : nil
    }

    /// The rows whose frequency is above 0. The loop has no branches, because they would be mispredicted.
    private static func aboveZero(_ counters: Span<Counter>) -> RowFrequencies {
        var count = 0
        for row in counters.indices { count += counters[row].frequency > 0 ? 1 : 0 }
        var out = RowFrequencies()
        // The loop may write one element past the rows that it keeps.
        out.rows = unsafe [UInt32](unsafeUninitializedCapacity: count + 1) { rows, rowCount in
            out.frequencies = unsafe [Float](unsafeUninitializedCapacity: count + 1) { frequencies, frequencyCount in
                var place = 0
                for row in counters.indices {
                    unsafe rows[place] = UInt32(truncatingIfNeeded: row)
                    unsafe frequencies[place] = counters[row].frequency
                    place += counters[row].frequency > 0 ? 1 : 0
                }
                frequencyCount = count
            }
            rowCount = count
        }
        return out
    }
}
