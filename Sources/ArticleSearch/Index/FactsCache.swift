internal import Articles
private import PostingIndex
package import SearchRanking

/// The facts of articles. A block is read when one of its articles is first needed.
package final class FactsCache: DocumentFacts {
    private let source: any IndexSource
    private var cache = IndexCache(maxBytes: .max)
    private var averageLength = 1.0
    /// The next block to read ahead; nil if all have been read.
    private var aheadBlock: Int64? = 0
    /// The last block that was read, which is kept even if it exceeds the budget.
    private var last: (number: Int64, block: FactsBlock)?
    /// The windows whose lengths a search will need, in the order it needs them, and the index of the next one.
    private var expected: [Int] = []
    private var place = 0
    /// The number of windows that the next read covers; it increases as a search continues.
    private var windowsAtOnce = 0
    private static let minWindowsAtOnce = 4
    private static let maxWindowsAtOnce = 128
    /// Fewer facts than lengths are read at once, because facts are six times as large.
    private static let maxFactsAtOnce = 16

    package init(_ source: any IndexSource) { self.source = source }

    /// Switches to the cache of another state of the index.
    ///
    /// - Parameter averageLength: the average length of articles in that state.
    package func begin(_ cache: IndexCache, averageLength: Double) {
        self.cache = cache
        self.averageLength = averageLength
        aheadBlock = 0
        last = nil
    }

    /// Reads the next 8 blocks; returns false if all have been read.
    package func readAhead() throws -> Bool {
        for _ in 0..<8 {
            guard let number = aheadBlock else { return false }
            if cache.lengths(number) == nil {
                guard let block = try cache.facts(number) ?? read(number) else {
                    aheadBlock = nil
                    return false
                }
                cache.keep(block.lengths, number)
            }
            aheadBlock = number + 1
        }
        return true
    }

    /// The length norms of some articles.
    ///
    /// - Parameter rows: article ids, ascending.
    package func norms(of rows: [UInt32]) throws -> [Double] {
        var out = Array(repeating: 0.0, count: rows.count)
        var blocksAtOnce = Self.minWindowsAtOnce
        let rows = rows.span
        var index = 0
        while index < rows.count {
            let number = Int64(rows[index]) / FactsBlock.size
            let first = UInt32(number * FactsBlock.size)
            let end = UInt64(first) + UInt64(FactsBlock.size)
            let lengths: [Float]
            if let known = cache.lengths(number) {
                lengths = known
            } else {
                lengths = try readLengths(blocks(of: rows, from: index, count: blocksAtOnce))
                blocksAtOnce = min(blocksAtOnce * 2, Self.maxWindowsAtOnce)
            }
            var norms = out.mutableSpan
            while index < rows.count, UInt64(rows[index]) < end {
                let length = Double(lengths[Int(rows[index] - first)])
                norms[index] = length == 0 ? 0 : Ranking.norm(length: length, average: averageLength)
                index += 1
            }
        }
        for index in out.indices where out[index] == 0 {
            let length = try facts(of: Int64(rows[index])).length
            out[index] = Ranking.norm(length: length, average: averageLength)
        }
        return out
    }

    /// The first blocks that contain articles of `rows` (ascending ids) from index `start` on.
    private func blocks(of rows: Span<UInt32>, from start: Int, count: Int) -> [Int64] {
        var blocks: [Int64] = []
        var index = start
        while index < rows.count, blocks.count < count {
            let number = Int64(rows[index]) / FactsBlock.size
            blocks.append(number)
            guard let end = UInt32(exactly: (number + 1) * FactsBlock.size) else { break }
            index = rows.firstIndex(notBelow: end, from: index)
        }
        return blocks
    }

    package func expect(windows: [Int]) {
        expected = windows
        place = 0
        windowsAtOnce = Self.minWindowsAtOnce
    }

    package func lengths(ofWindow number: Int) throws -> [Float] {
        // A window covers the same articles as a block (`FactsBlock.size`).
        if let known = cache.lengths(Int64(number)) { return known }
        while place < expected.count, expected[place] != number { place += 1 }
        var wanted = [Int64(number)]
        if place < expected.count {
            for next in expected[place + 1..<min(place + windowsAtOnce, expected.count)] { wanted.append(Int64(next)) }
            windowsAtOnce = min(windowsAtOnce * 2, Self.maxWindowsAtOnce)
        }
        return try readLengths(wanted)
    }

    /// Reads the lengths of the first of the given blocks, and of the others if they fit into the cache.
    ///
    /// - Returns: the lengths of the first block.
    private func readLengths(_ blocks: [Int64]) throws -> [Float] {
        // Blocks that do not fit into the cache are not read ahead, because they would have to be read again.
        let wanted = cache.hasRoom ? blocks.filter { cache.lengths($0) == nil } : Array(blocks.prefix(1))
        var found: [Int64: [Float]] = [:]
        for number in wanted { found[number] = cache.facts(number)?.lengths }
        try source.readLengths(ofBlocks: wanted.filter { found[$0] == nil }) { found[$0] = FactsBlock.lengths($1) }
        let missing = Array(wanted.lazy.filter { found[$0] == nil }.prefix(Self.maxFactsAtOnce))
        if !missing.isEmpty {
            try source.readFacts(ofBlocks: missing) { other, block in
                cache.keep(block, other)
                found[other] = block.lengths
            }
        }
        // Blocks that are not stored are cached as empty, so that they are not requested again.
        for number in missing where found[number] == nil { found[number] = FactsBlock().lengths }
        for (number, lengths) in found { cache.keep(lengths, number) }
        return try found[blocks[0]] ?? block(blocks[0]).lengths
    }

    /// Reads the facts of articles ahead of calls of `facts(of:)`.
    package func expect(articles: some Sequence<Int64>) throws {
        guard cache.hasRoom else { return }
        var missing: [Int64] = []
        for n in articles where ArticleIDRange.isValid(n) && cache.facts(n / FactsBlock.size) == nil {
            missing.append(n / FactsBlock.size)
        }
        // A single block is read on demand.
        if missing.count < 2 { return }
        try source.readFacts(ofBlocks: Set(missing).sorted()) { cache.keep($1, $0) }
    }

    package func block(_ number: Int64) throws -> FactsBlock {
        if let last, last.number == number { return last.block }
        var block = FactsBlock()
        if let known = try cache.facts(number) ?? read(number) { block = known } else { cache.keep(block, number) }
        last = (number, block)
        return block
    }

    /// Reads and caches a stored block; nil if the block is not stored.
    private func read(_ number: Int64) throws -> FactsBlock? {
        var found: FactsBlock?
        try source.readFacts(ofBlocks: [number]) { other, block in
            cache.keep(block, other)
            if other == number { found = block }
        }
        return found
    }

    /// The facts of one article: from its block, or from the tables if they are not in the block.
    package func facts(of n: Int64) throws -> RankingFacts {
        guard ArticleIDRange.isValid(n) else { return try source.derivedFacts(of: n) }
        let known = try block(n / FactsBlock.size)[n]
        return known.isKnown ? known : try source.derivedFacts(of: n)
    }

    /// The dates that articles are sorted by, in seconds since 1970; read from their rows if the blocks cannot hold
    /// them.
    package func sortDates(of rows: [UInt32]) throws -> [Int64] {
        var dates: [Int64] = []
        dates.reserveCapacity(rows.count)
        var number: Int64 = -1
        var block = FactsBlock()
        var unknown: [Int] = []
        for row in rows {
            let n = Int64(row)
            if n / FactsBlock.size != number {
                number = n / FactsBlock.size
                block = try self.block(number)
            }
            let facts = block[n]
            if !facts.isKnown || facts.date == 0 || facts.date == .max { unknown.append(dates.count) }
            dates.append(Int64(facts.date))
        }
        if unknown.isEmpty { return dates }
        for (place, date) in zip(unknown, try source.sortDates(of: unknown.map { rows[$0] })) { dates[place] = date }
        return dates
    }
}
