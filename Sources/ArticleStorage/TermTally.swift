/// Counts where the terms of a query stand in one article, and makes a score of it: bags and the densest window.
///
/// Who fills it reads units from the forward index or positions from doclists; both say the same.
struct TermTally {
    private let terms: [RelevanceQuery.Term]
    /// Of each term, hits by weight: one in the title counts as several.
    private var frequencies: [Double]
    private var hits: [(position: UInt32, term: Int)] = []
    private var counts: [Int]
    private var window = 0.0

    init(_ query: RelevanceQuery) {
        terms = query.terms
        frequencies = Array(repeating: 0, count: terms.count)
        counts = frequencies.map { _ in 0 }
    }

    /// Begins an article.
    mutating func begin() {
        for index in frequencies.indices { frequencies[index] = 0 }
        hits.removeAll(keepingCapacity: true)
        window = 0
    }

    /// How often a term stands in the article, by weight.
    @inline(__always)
    func frequency(_ term: Int) -> Double { frequencies[term] }

    @inline(__always)
    mutating func count(_ term: Int, weight: Double) { frequencies[term] += weight }

    /// A term of the grams stands at a position of this part, which is not below those before.
    @inline(__always)
    mutating func hit(_ term: Int, at position: UInt32) { hits.append((position, term)) }

    /// Ends the title or the text: windows do not reach from one into the other.
    mutating func endPart() {
        window = max(window, bestWindow())
        hits.removeAll(keepingCapacity: true)
    }

    /// - Parameter norm: what the article's length makes frequencies count.
    func score(norm: Double) -> RelevanceScore {
        var score = RelevanceScore(
            bags: Array(repeating: 0, count: RelevanceQuery.Bag.allCases.count), window: window * Ranking.windowWeight)
        for (index, term) in terms.enumerated() {
            let frequency = frequencies[index]
            guard frequency > 0 else { continue }
            score.bags[term.bag.rawValue] += Ranking.score(weight: term.weight, frequency: frequency, norm: norm)
        }
        return score
    }

    /// The largest sum of distinct grams' weights within so many positions.
    private mutating func bestWindow() -> Double {
        guard hits.count > 1 else { return hits.first.map { terms[$0.term].single } ?? 0 }
        var best = 0.0
        var sum = 0.0
        var first = 0
        for index in counts.indices { counts[index] = 0 }
        for hit in hits {
            if counts[hit.term] == 0 { sum += terms[hit.term].single }
            counts[hit.term] += 1
            while hits[first].position + Ranking.windowPositions <= hit.position {
                let old = hits[first].term
                counts[old] -= 1
                if counts[old] == 0 { sum -= terms[old].single }
                first += 1
            }
            best = max(best, sum)
        }
        return best
    }
}

/// What an article's score is made of.
struct RelevanceScore {
    var bags: [Double]
    var window: Double
    var total: Double { bags.reduce(window, +) }
    var parts: [ScorePart] {
        zip(["grams", "exact", "characters", "neighbours"], bags).map { ScorePart(name: $0, value: $1) }
            + [ScorePart(name: "window", value: window)]
    }
}
