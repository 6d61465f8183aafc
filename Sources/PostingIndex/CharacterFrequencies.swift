/// Weighted term frequencies of all terms that begin with a character, added up by row.
///
/// A Chinese character begins thousands of bigrams, and many rows have dozens of them. A segment has a list of a frequent
/// character (`CharacterListBuilder`); the doclists of another one are adjacent in it and are read in one pass. FTS5 merges
/// them posting by posting, which takes some twenty times as long.
struct CharacterFrequencies {
    private struct Counter {
        var frequency: Float = 0
        /// The owner that last counted the row (`PrefixDoclists`).
        var owner: UInt32 = 0
    }

    /// Bytes of memory for each row id below the end.
    static let bytesPerRow = MemoryLayout<Counter>.stride

    private let doclists: PrefixDoclists
    private let isOnlySecond: Bool
    private var counters: [Counter]

    /// - Parameter endOfRows: above all row ids; larger row ids belong to deleted rows.
    private init(_ doclists: PrefixDoclists, isOnlySecond: Bool, endOfRows: Int) {
        self.doclists = doclists
        self.isOnlySecond = isOnlySecond
        counters = Array(repeating: Counter(), count: endOfRows)
    }

    /// Counts segment by segment where it can, so that the counters stay in the processor's caches.
    ///
    /// - Parameter isOnlySecond: only column 1 counts.
    /// - Returns: the rows whose frequency is above 0; nil if a doclist is malformed.
    static func read(
        _ doclists: PrefixDoclists, isOnlySecond: Bool, endOfRows: Int
    ) throws -> RowFrequencies? {
        var frequencies = CharacterFrequencies(doclists, isOnlySecond: isOnlySecond, endOfRows: endOfRows)
        // Lists have the frequencies of all columns together.
        let isWhole = try doclists.forEachSource(asLists: !isOnlySecond) { source, owner in
            switch source {
            case .list(let list):
                try list.forEachRow { frequencies.add($1, row: UInt64($0), owner) }
                return true
            case .terms(let cursor): return try frequencies.add(cursor, owner)
            }
        }
        return isWhole ? frequencies.aboveZero() : nil
    }

    /// - Returns: false if the doclist is malformed.
    private mutating func add(_ cursor: SegmentCursor, _ owner: UInt32) throws -> Bool {
        let first: Float = isOnlySecond ? 0 : 1
        return try unsafe cursor.forEachPosting { row, start, end in
            let frequency = unsafe PostingList.frequencies(from: start, to: end)
            add(first * Float(frequency.first) + Float(BlockList.secondWeight * frequency.second), row: row, owner)
        }
    }

    @inline(__always)
    private mutating func add(_ frequency: Float, row: UInt64, _ owner: UInt32) {
        guard row < UInt64(counters.count), doclists.counts(counters[Int(row)].owner, owner) else { return }
        counters[Int(row)].owner = owner
        counters[Int(row)].frequency += frequency
    }

    private func aboveZero() -> RowFrequencies {
        var out = RowFrequencies()
        for row in counters.indices where counters[row].frequency > 0 {
            out.rows.append(UInt32(row))
            out.frequencies.append(counters[row].frequency)
        }
        return out
    }
}
