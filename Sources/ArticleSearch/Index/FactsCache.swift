internal import Articles
package import SearchRanking

/// The facts of articles; a block is read when an article of it is first needed.
package final class FactsCache: DocumentFacts {
    private let source: any IndexSource
    private var cache = IndexCache(maxBytes: .max)
    private var averageLength = 1.0
    /// The next one to read ahead; nil when all are read.
    private var aheadBlock: Int64? = 0
    /// The block that was read last; kept even if the budget has no room for it.
    private var last: (number: Int64, block: FactsBlock)?

    package init(_ source: any IndexSource) { self.source = source }

    /// Switches to the cache of another state of the index.
    ///
    /// - Parameter averageLength: of the articles in that state.
    package func begin(_ cache: IndexCache, averageLength: Double) {
        self.cache = cache
        self.averageLength = averageLength
        aheadBlock = 0
        last = nil
    }

    /// Reads the next 8 blocks; false when all are read.
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
        let rows = rows.span
        var index = 0
        while index < rows.count {
            let number = Int64(rows[index]) / FactsBlock.size
            let first = UInt32(number * FactsBlock.size)
            let end = UInt64(first) + UInt64(FactsBlock.size)
            let lengths = try lengths(ofWindow: Int(number))
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

    package func lengths(ofWindow number: Int) throws -> [Float] {
        // A window has the articles of a block (`FactsBlock.size`).
        let number = Int64(number)
        if let known = cache.lengths(number) { return known }
        let new = try block(number).lengths
        cache.keep(new, number)
        return new
    }

    package func block(_ number: Int64) throws -> FactsBlock {
        if let last, last.number == number { return last.block }
        var block = FactsBlock()
        if let known = try cache.facts(number) ?? read(number) { block = known } else { cache.keep(block, number) }
        last = (number, block)
        return block
    }

    /// Reads a stored block, and keeps it; nil if it is not stored.
    private func read(_ number: Int64) throws -> FactsBlock? {
        var found: FactsBlock?
        try source.readFacts(ofBlock: number) { other, block in
            cache.keep(block, other)
            if other == number { found = block }
        }
        return found
    }

    /// The facts of one article: from its block, or from the tables if the block does not have them.
    package func facts(of n: Int64) throws -> RankingFacts {
        guard ArticleIDRange.isValid(n) else { return try source.derivedFacts(of: n) }
        let known = try block(n / FactsBlock.size)[n]
        return known.isKnown ? known : try source.derivedFacts(of: n)
    }

    /// The dates that articles are sorted by, seconds since 1970; from their rows if the blocks cannot hold them.
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
