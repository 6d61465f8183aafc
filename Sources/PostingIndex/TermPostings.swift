/// The postings of one term, read on demand: windows of frequencies for the first stage, positions of some rows for
/// phrases and the reranker.
///
/// The term has one part for each segment with a block list, and one part for each sequence of doclists of segments
/// between them. If two parts have the same row, the newer part counts. Valid within one snapshot of the connection.
public final class TermPostings {
    private enum Part {
        case blocks(BlockListReader)
        case list(ShortList)

        var rowCount: Int {
            switch self {
            case .blocks(let reader): reader.list.rowCount
            case .list(let short): short.list.count
            }
        }

        /// One past the last row id.
        var end: UInt64 {
            switch self {
            case .blocks(let reader): reader.list.end
            case .list(let short): UInt64(short.list.rows.last ?? 0) + 1
            }
        }
    }

    /// A list in memory with the weighted frequencies of its rows. It is a class because every window reads a part, and
    /// each read of a struct would retain the five arrays of its two members.
    private final class ShortList {
        let list: PostingList
        let known: RowFrequencies

        init(_ list: PostingList, _ known: RowFrequencies) {
            self.list = list
            self.known = known
        }
    }

    /// The reader for the parts that are not in memory; nil if the whole list is in memory.
    private let reader: PostingReader?
    /// The term with the index byte.
    private let key: [UInt8]
    /// The parts of the posting list, oldest first.
    private var parts: [Part] = []
    /// The range of each part, from its first row to one more than its last; set by `finish`.
    private var ranges: [Range<UInt64>] = []
    /// Whether any rows do not ascend from part to part, or any postings remove older ones.
    private var hasOverrides = false
    /// Whether any postings of the lists are empty.
    private var hasRemovals = false
    /// The document frequency.
    public private(set) var count = 0
    private var all: RowFrequencies?

    /// The number of windows, up to the last one that has a row.
    public private(set) var windowCount = 0

    init(_ reader: PostingReader, key: [UInt8]) {
        self.reader = reader
        self.key = key
    }

    /// A list in memory.
    ///
    /// - Parameter frequencies: the weighted frequencies of its rows.
    public init(_ list: PostingList, _ frequencies: RowFrequencies) {
        reader = nil
        key = []
        parts = [.list(ShortList(list, frequencies))]
        ranges = [0..<UInt64(UInt32.max) + 1]
        count = list.count
        windowCount = list.rows.last.map { Int($0) / FrequencyWindow.size + 1 } ?? 0
    }

    // MARK: - Parts

    func append(_ list: BlockList, _ pages: any PageSource) {
        parts.append(.blocks(BlockListReader(list, pages)))
        if list.removals > 0 { hasOverrides = true }
    }

    /// - Parameter list: includes rows with empty postings.
    func append(_ list: PostingList) {
        guard list.count > 0 else { return }
        let frequencies = list.weightedFrequencies(secondWeight: Float(BlockList.secondWeight))
        if frequencies.contains(0) {
            hasOverrides = true
            hasRemovals = true
        }
        parts.append(.list(ShortList(list, RowFrequencies(rows: list.rows, frequencies: frequencies))))
    }

    /// Counts the rows after all parts have been added.
    func finish() throws {
        var end: UInt64 = 0
        for part in parts {
            count += part.rowCount
            let first = UInt64(try firstRow(part) ?? 0)
            if first < end { hasOverrides = true }
            ranges.append(min(first, part.end)..<part.end)
            end = max(end, part.end)
        }
        if !parts.isEmpty { windowCount = Int((end - 1) / UInt64(FrequencyWindow.size)) + 1 }
        guard hasOverrides else { return }
        var window = FrequencyWindow()
        for number in 0..<windowCount where isOverridden(number) {
            window.removeAll()
            count -= try add(to: &window, number)
            count += window.rows.rowCount
        }
    }

    private func firstRow(_ part: Part) throws -> UInt32? {
        switch part {
        case .blocks(let reader): return try reader.list.firstRow ?? reader.firstRow()
        case .list(let short): return short.list.rows.first
        }
    }

    /// Whether rows of a window may be in several parts, or removed.
    private func isOverridden(_ number: Int) -> Bool {
        let window = Self.rows(ofWindow: number)
        var touching = 0
        for index in ranges.indices where ranges[index].overlaps(window) {
            switch parts[index] {
            case .blocks(let reader):
                guard reader.mayTouch(window: number) else { continue }
                if reader.list.removals > 0 { return true }
            case .list(let short):
                let rows = short.known
                guard let first = UInt32(exactly: number * FrequencyWindow.size) else { continue }
                let index = rows.firstIndex(notBelow: first)
                guard index < rows.count, rows.rows[index] &- first < UInt32(FrequencyWindow.size) else { continue }
                if hasRemovals { return true }
            }
            touching += 1
        }
        return touching > 1
    }

    // MARK: - Frequencies

    /// Whether frequencies are available without reading whole doclists, because some segment has a block list.
    public var hasBlocks: Bool {
        parts.contains { if case .blocks = $0 { true } else { false } }
    }

    /// The frequencies in one window.
    ///
    /// - Complexity: about 1 ns per row of the blocks that the window overlaps, and a page per 4,000 rows or so.
    /// - Throws: `MalformedIndexError` for a malformed block.
    public func read(window number: Int, into window: inout FrequencyWindow) throws {
        window.removeAll()
        _ = try add(to: &window, number)
    }

    private static func rows(ofWindow number: Int) -> Range<UInt64> {
        let first = UInt64(number) * UInt64(FrequencyWindow.size)
        return first..<first + UInt64(FrequencyWindow.size)
    }

    private func add(to out: inout FrequencyWindow, _ number: Int) throws -> Int {
        let window = Self.rows(ofWindow: number)
        var count = 0
        for index in ranges.indices where ranges[index].overlaps(window) {
            switch parts[index] {
            case .blocks(let reader): count += try reader.add(to: &out, number)
            case .list(let short): count += short.known.add(to: &out, number)
            }
        }
        return count
    }

    /// For each window, an upper bound of the saturation of its rows; 0 if it has no rows.
    ///
    /// Rows overridden by a newer part are included, so a bound may be higher than necessary.
    public func maxSaturations(_ saturation: Saturation) -> [Float] {
        var out = [Float](repeating: 0, count: windowCount)
        for part in parts {
            switch part {
            case .blocks(let reader):
                let list = reader.list
                let most = list.maxSaturations(saturation)
                for block in most.indices {
                    let first = Int(list.rowBefore(block)) + (block == 0 ? 0 : 1)
                    for window in first / FrequencyWindow.size...Int(list.lastRows[block]) / FrequencyWindow.size {
                        out[window] = max(out[window], most[block])
                    }
                }
            case .list(let short):
                // Lengths are not known here, so the lower bound 0 is used.
                for (window, frequency) in short.known.maxFrequencies().enumerated() where frequency > 0 {
                    out[window] = max(out[window], saturation.value(frequency: frequency, length: 0))
                }
            }
        }
        return out
    }

    /// All rows with their frequencies.
    ///
    /// - Complexity: about 2 ns per row.
    public func frequencies() throws -> RowFrequencies {
        if let all { return all }
        var out = RowFrequencies()
        if !hasOverrides {
            out.rows.reserveCapacity(count)
            out.frequencies.reserveCapacity(count)
            for part in parts {
                let start = out.rows.count
                switch part {
                case .blocks(let reader): try reader.append(to: &out)
                case .list(let short):
                    out.rows += short.known.rows
                    out.frequencies += short.known.frequencies
                }
                // The first row on a leaf is read from the leaf and may contradict the list, so check the order.
                if start > 0, start < out.rows.count, out.rows[start] <= out.rows[start - 1] {
                    throw PostingReader.malformed
                }
            }
        } else {
            var window = FrequencyWindow()
            for number in 0..<windowCount {
                try read(window: number, into: &window)
                window.rows.forEachPlace { place in
                    out.rows.append(UInt32(number * FrequencyWindow.size + place))
                    out.frequencies.append(window.frequencies[place])
                }
            }
        }
        all = out
        return out
    }

    /// The frequency in one row; 0 if it does not contain the term.
    ///
    /// - Complexity: about 0.2 µs; reads one block.
    public func frequency(in row: UInt32) throws -> Float {
        for index in ranges.indices.reversed() where ranges[index].contains(UInt64(row)) {
            switch parts[index] {
            case .list(let short):
                if let place = short.list.place(of: row) { return short.known.frequencies[place] }
            case .blocks(let blocks):
                if let frequency = try blocks.frequency(in: row) { return frequency }
            }
        }
        return 0
    }

    /// The rows among `some` that contain the term.
    ///
    /// - Parameter some: the rows, in ascending order.
    public func rows(among some: [UInt32]) throws -> [UInt32] {
        // Reading a window costs as much as a few look-ups, so look up a small number of rows one by one.
        if some.count <= 2 * windowCount { return try some.filter { try frequency(in: $0) > 0 } }
        var out: [UInt32] = []
        var window = FrequencyWindow()
        var current = -1
        for row in some {
            let number = Int(row) / FrequencyWindow.size
            if number != current { try read(window: number, into: &window) }
            current = number
            if window.frequencies[Int(row) % FrequencyWindow.size] > 0 { out.append(row) }
        }
        return out
    }

    // MARK: - Positions

    /// The postings, with positions, of the given rows that contain the term. Postings of other rows may be included.
    ///
    /// Several threads may call it at once, each with its own reader.
    ///
    /// - Parameters:
    ///   - rows: ascending.
    ///   - second: reads the pages; nil for the reader that found the term.
    /// - Complexity: the leaves of each block that may have one of the rows, and about 3 ns per posting.
    /// - Throws: `MalformedIndexError` for a malformed page.
    package func postings(of rows: [UInt32], by second: PostingReader? = nil) throws -> PostingList {
        let reader = second ?? reader
        if parts.count == 1, !hasRemovals, case .list(let short) = parts[0] { return short.list }
        guard let first = rows.first, let last = rows.last, first <= last else { return PostingList() }
        let wanted = UInt64(first)..<UInt64(last) + 1
        let touched = ranges.indices.filter { ranges[$0].overlaps(wanted) }
        let runs = touched.map { index in
            if case .blocks(let blocks) = parts[index] {
                blocks.list.runs(of: rows, from: ranges[index].lowerBound)
            } else {
                [Range<Int>]()
            }
        }
        return try fromDisk(touched, runs, reader) { leafCount in
            var doclists = PostingReader.doclists(
                leaves: leafCount, rows: runs.joined().reduce(0) { $0 + $1.count } * BlockList.blockSize)
            for (index, runs) in zip(touched, runs) {
                switch parts[index] {
                case .list(let short):
                    guard doclists.append(short.list, rows, hasRemovals: hasRemovals) else {
                        throw PostingReader.malformed
                    }
                case .blocks(let blocks):
                    guard let reader else { throw PostingReader.malformed }
                    for run in runs { try reader.append(run, of: blocks.list, key: key, to: &doclists) }
                }
            }
            return doclists.list()
        }
    }

    /// Runs `body` with the number of leaves that it will read. If there are many leaves and some are slow to read,
    /// they are read in blocks.
    private func fromDisk<Result>(
        _ touched: [Int], _ runs: [[Range<Int>]], _ reader: PostingReader?,
        _ body: (_ leafCount: Int) throws -> Result
    ) throws -> Result {
        var leafCount = 0
        var span = 0
        var middles: [(segment: Int, leaves: Range<Int>)] = []
        for (index, runs) in zip(touched, runs) {
            guard case .blocks(let blocks) = parts[index], let first = runs.first, let last = runs.last else {
                continue
            }
            let list = blocks.list
            for run in runs { leafCount += list.leaves(of: run).count }
            span += list.leaves(of: first.lowerBound..<last.upperBound).count
            middles.append((list.segment, list.leaves(of: runs[runs.count / 2])))
        }
        guard let reader, leafCount >= Self.leavesABlock, leafCount * Self.leavesABlock >= span else {
            return try body(leafCount)
        }
        for sample in 1...Self.samples {
            let (segment, leaves) = middles[(middles.count - 1) * sample / Self.samples]
            // Probes a later leaf of the doclist, because the first one has already been read.
            let leaf = leaves.lowerBound + leaves.count * sample / (Self.samples + 1)
            if try reader.pages.isSlow(SegmentRowID.leaf(leaf, segment: segment)) {
                return try reader.pages.inBlocks { try body(leafCount) }
            }
        }
        return try body(leafCount)
    }

    /// The number of leaves probed to find out whether the doclists are in memory.
    private static let samples = 3
    /// If fewer than 1 in 16 leaves is read, reading single leaves is as fast as reading blocks of 32 leaves.
    private static let leavesABlock = 16
}
