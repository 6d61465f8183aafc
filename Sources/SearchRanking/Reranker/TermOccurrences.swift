/// The positions of a query's terms in one article, and the resulting score: adjacent terms, the densest window, and
/// the frequencies of all terms.
///
/// Filled from posting lists or from the text, with the same result.
struct TermOccurrences {
    /// The source of a term's positions: a posting list or a character.
    struct Source {
        var term: Int
        var isTerm: Bool
    }

    private let query: RelevanceQuery
    let sources: [Source]
    var tally: TermTally
    /// The positions of each source in the article, ascending. The upper 32 bits are the column.
    var positions: [[UInt64]]
    private var cursors: [Int]
    private var occurrences: [(position: UInt64, term: Int)] = []
    /// The maximum number of earlier occurrences that are compared for adjacency: a malformed posting may have
    /// thousands at one position.
    private static let maxNear = 256

    init(_ query: RelevanceQuery, _ sources: [Source]) {
        self.query = query
        self.sources = sources
        tally = TermTally(query)
        positions = sources.map { _ in [] }
        cursors = sources.map { _ in 0 }
    }

    /// Starts an article.
    mutating func begin() {
        tally.begin()
        occurrences.removeAll(keepingCapacity: true)
        for index in sources.indices {
            positions[index].removeAll(keepingCapacity: true)
            cursors[index] = 0
        }
    }

    static func position(_ position: UInt32, inColumn column: Int) -> UInt64 { UInt64(column) << 32 | UInt64(position) }

    /// For the parameters see `TermTally`.
    mutating func score(norm: Double, titleLength: Int) -> RelevanceScore {
        merge()
        countAdjacent()
        var column: UInt64 = 0
        for occurrence in occurrences {
            if occurrence.position >> 32 != column {
                column = occurrence.position >> 32
                tally.endPart()
            }
            tally.record(occurrence.term, at: UInt32(truncatingIfNeeded: occurrence.position))
        }
        tally.endPart()
        return tally.score(norm: norm, titleLength: titleLength)
    }

    /// Merges the occurrences of all sources by position.
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
            occurrences.append((lowest, sources[next].term))
        }
    }

    /// Counts adjacent terms.
    private mutating func countAdjacent() {
        guard !query.adjacent.isEmpty else { return }
        for (index, occurrence) in occurrences.enumerated() {
            var before = index - 1
            let nearest = max(0, index - Self.maxNear)
            while before >= nearest, occurrences[before].position + 2 >= occurrence.position {
                let first = occurrences[before]
                if first.position + UInt64(query.terms[first.term].width) == occurrence.position,
                    let pair = query.adjacent[RelevanceQuery.adjacencyKey(first.term, occurrence.term)]
                {
                    let isTitle = occurrence.position >> 32 == UInt64(IndexColumn.title)
                    tally.count(pair, weight: isTitle ? Ranking.titleWeight : 1)
                }
                before -= 1
            }
        }
    }
}
