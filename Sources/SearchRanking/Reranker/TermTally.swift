package import Articles

/// Counts where the terms of a query stand in one article, and makes a score of it: bags and the densest window.
///
/// Who fills it reads units from the forward index or positions from doclists; both say the same.
package struct TermTally {
    private struct Term {
        var bag: Int
        var weight: Double
        /// The weight of one occurrence.
        var single: Double
    }

    private let terms: [Term]
    /// Of each term, occurrences by weight: one in the title counts as several.
    private var frequencies: [Double]
    private var occurrences: [(position: UInt32, term: Int)] = []
    private var counts: [Int]
    private var window = 0.0

    package init(_ query: RelevanceQuery) {
        terms = query.terms.map { Term(bag: $0.bag.rawValue, weight: $0.weight, single: $0.single) }
        frequencies = terms.map { _ in 0 }
        counts = terms.map { _ in 0 }
    }

    /// Begins an article.
    package mutating func begin() {
        for index in frequencies.indices { frequencies[index] = 0 }
        if !occurrences.isEmpty { occurrences.removeAll(keepingCapacity: true) }
        window = 0
    }

    /// How often a term stands in the article, by weight.
    @inline(__always)
    package func frequency(_ term: Int) -> Double { frequencies[term] }

    @inline(__always)
    package mutating func count(_ term: Int, weight: Double) { frequencies[term] += weight }

    /// A term of the grams stands at a position of this part, which is not below those before.
    @inline(__always)
    package mutating func record(_ term: Int, at position: UInt32) { occurrences.append((position, term)) }

    /// Ends the title or the text: windows do not reach from one into the other.
    package mutating func endPart() {
        window = max(window, bestWindow())
        occurrences.removeAll(keepingCapacity: true)
    }

    /// - Parameter norm: what the article's length makes frequencies count.
    package func score(norm: Double) -> RelevanceScore {
        var score = RelevanceScore(window: window * Ranking.windowWeight)
        for index in frequencies.indices where frequencies[index] > 0 {
            score.bags[terms[index].bag] += Ranking.score(
                weight: terms[index].weight, frequency: frequencies[index], norm: norm)
        }
        return score
    }

    /// The largest sum of distinct grams' weights within so many positions.
    private mutating func bestWindow() -> Double {
        guard occurrences.count > 1 else { return occurrences.first.map { terms[$0.term].single } ?? 0 }
        var best = 0.0
        var sum = 0.0
        var first = 0
        for index in counts.indices { counts[index] = 0 }
        for occurrence in occurrences {
            if counts[occurrence.term] == 0 { sum += terms[occurrence.term].single }
            counts[occurrence.term] += 1
            while UInt64(occurrences[first].position) + UInt64(Ranking.windowPositions) <= UInt64(occurrence.position) {
                let old = occurrences[first].term
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
package struct RelevanceScore {
    /// By the number of the bag.
    package var bags = SIMD4<Double>()
    package var window = 0.0
    package var total: Double { window + bags[0] + bags[1] + bags[2] + bags[3] }
    package var parts: [ScorePart] {
        zip(RelevanceQuery.Bag.allCases, ["grams", "exact", "characters", "neighbours"]).map {
            ScorePart(name: $1, value: bags[$0.rawValue])
        } + [ScorePart(name: "window", value: window)]
    }
}
