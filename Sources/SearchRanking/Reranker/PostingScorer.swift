internal import PostingIndex

/// Counts a query's terms in an article from the doclists that the first stage has read anyway: no text is touched.
///
/// - Complexity: some steps of a binary search a term, then some nanoseconds a hit.
package struct PostingScorer {
    private struct Source {
        var term: Int
        var isGram: Bool
    }

    private let query: RelevanceQuery
    private var tally: TermTally
    private let sources: [Source]
    private let lists: [PostingList]
    /// Whether it matters where hits stand: of one term alone only how many there are.
    private let needsPositions: Bool
    /// The positions of each source in one article, and how far they are read.
    private var positions: [[UInt64]]
    private var cursors: [Int]
    private var hits: [(position: UInt64, term: Int)] = []
    /// From so many lists on, reading the units in order is as quick.
    private static let mostSources = 12
    /// Hits before one that may be its neighbours: a forged posting may have thousands at one place.
    private static let maxNear = 256

    /// - Returns: nil where the doclists do not say it: characters alone, an index of another form, counts in place of
    ///   positions.
    package init?(_ query: RelevanceQuery, _ source: any PostingSource) throws {
        var sources: [Source] = []
        var lists: [PostingList] = []
        for (index, term) in query.terms.enumerated() where term.bag != .pairs {
            guard !term.indexTerms.isEmpty, sources.count + term.indexTerms.count <= Self.mostSources else {
                return nil
            }
            for indexTerm in term.indexTerms {
                guard let list = try source.list(of: indexTerm) else { return nil }
                guard list.count > 0 else { continue }
                sources.append(Source(term: index, isGram: term.bag == .grams))
                lists.append(list)
            }
        }
        needsPositions = !query.pairs.isEmpty || query.terms.count { $0.bag == .grams } > 1
        guard !needsPositions || lists.allSatisfy(\.hasPositions) else { return nil }
        self.query = query
        self.sources = sources
        self.lists = lists
        tally = TermTally(query)
        positions = sources.map { _ in [] }
        cursors = sources.map { _ in 0 }
    }

    package mutating func score(_ n: Int64, norm: Double) -> RelevanceScore {
        tally.begin()
        guard let row = UInt32(exactly: n) else { return tally.score(norm: norm) }
        hits.removeAll(keepingCapacity: true)
        for index in sources.indices {
            positions[index].removeAll(keepingCapacity: true)
            cursors[index] = 0
            let source = sources[index]
            guard let place = lists[index].place(of: row) else { continue }
            let count = lists[index].hits(at: place)
            tally.count(source.term, weight: Ranking.frequency(title: count.second, body: count.first))
            guard source.isGram else { continue }
            if needsPositions {
                lists[index].appendPositions(at: place, to: &positions[index])
            } else {
                // One term fills its own window.
                tally.hit(source.term, at: 0)
            }
        }
        if needsPositions {
            merge()
            countPairs()
        }
        var column: UInt64 = 0
        for hit in hits {
            if hit.position >> 32 != column {
                column = hit.position >> 32
                tally.endPart()
            }
            tally.hit(hit.term, at: UInt32(truncatingIfNeeded: hit.position))
        }
        tally.endPart()
        return tally.score(norm: norm)
    }

    /// Puts the hits of all sources in order.
    private mutating func merge() {
        while true {
            var next = -1
            var lowest = UInt64.max
            for index in positions.indices where cursors[index] < positions[index].count {
                let position = positions[index][cursors[index]]
                if position < lowest {
                    lowest = position
                    next = index
                }
            }
            guard next >= 0 else { return }
            cursors[next] += 1
            hits.append((lowest, sources[next].term))
        }
    }

    /// Counts the neighbours among the hits.
    private mutating func countPairs() {
        guard !query.pairs.isEmpty else { return }
        for (index, hit) in hits.enumerated() {
            var before = index - 1
            let nearest = max(0, index - Self.maxNear)
            while before >= nearest, hits[before].position + 2 >= hit.position {
                let first = hits[before]
                if first.position + UInt64(query.terms[first.term].width) == hit.position,
                    let pair = query.pairs[RelevanceQuery.pairKey(first.term, hit.term)]
                {
                    let isTitle = hit.position >> 32 == UInt64(IndexColumn.title)
                    tally.count(pair, weight: isTitle ? Ranking.titleWeight : 1)
                }
                before -= 1
            }
        }
    }
}
