package import Articles

/// Counts the terms of a query in one article and computes its score: the bags and the densest window.
///
/// Filled from posting lists or from the text, with the same result.
package struct TermTally {
    private struct Term {
        var bag: Int
        var weight: Double
        /// The weight of one occurrence.
        var single: Double
    }

    private let terms: [Term]
    private let title: TitleMatch
    /// Whether each term is in the title.
    private var isInTitle: [Bool]
    /// The weighted frequency of each term: an occurrence in the title counts several times.
    private var frequencies: [Double]
    private var occurrences: [(position: UInt32, term: Int)] = []
    private var counts: [Int]
    private var window = 0.0

    package init(_ query: RelevanceQuery) {
        terms = query.terms.map { Term(bag: $0.bag.rawValue, weight: $0.weight, single: $0.single) }
        frequencies = terms.map { _ in 0 }
        isInTitle = terms.map { _ in false }
        title = query.title
        counts = terms.map { _ in 0 }
    }

    /// Starts an article.
    package mutating func begin() {
        for index in frequencies.indices {
            frequencies[index] = 0
            isInTitle[index] = false
        }
        if !occurrences.isEmpty { occurrences.removeAll(keepingCapacity: true) }
        window = 0
    }

    /// The weighted frequency of a term in the article.
    @inline(__always)
    package func frequency(_ term: Int) -> Double { frequencies[term] }

    @inline(__always)
    package mutating func count(_ term: Int, weight: Double) { frequencies[term] += weight }

    /// Records that the title has a term.
    @inline(__always)
    package mutating func noteInTitle(_ term: Int) { isInTitle[term] = true }

    /// Records a term of the bag `terms` at a position of the current field, in ascending order.
    @inline(__always)
    package mutating func record(_ term: Int, at position: UInt32) { occurrences.append((position, term)) }

    /// Ends a field: windows do not cross fields.
    mutating func endPart() {
        window = max(window, bestWindow())
        occurrences.removeAll(keepingCapacity: true)
    }

    /// - Parameters:
    ///   - norm: the length norm of the article.
    ///   - titleLength: the number of tokens in its title.
    package func score(norm: Double, titleLength: Int) -> RelevanceScore {
        var score = RelevanceScore(window: window * Ranking.windowWeight)
        for index in frequencies.indices where frequencies[index] > 0 {
            score.bags[terms[index].bag] += Ranking.score(
                weight: terms[index].weight, frequency: frequencies[index], norm: norm)
        }
        if title.mayBe(titleLength: titleLength), title.terms.allSatisfy({ isInTitle[$0] }) { score.title = title.gain }
        return score
    }

    /// The score if all terms of the article were in one window.
    func scoreWithBestWindow(norm: Double, titleLength: Int) -> Double {
        var window = 0.0
        for index in frequencies.indices
        where frequencies[index] > 0 && terms[index].bag == RelevanceQuery.Bag.terms.rawValue {
            window += terms[index].single
        }
        return score(norm: norm, titleLength: titleLength).total + window * Ranking.windowWeight
    }

    /// The largest sum of the weights of distinct terms within `Ranking.windowPositions` positions.
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

/// The score of an article, by its parts.
package struct RelevanceScore {
    /// Indexed by the raw value of the bag.
    var bags = SIMD4<Double>()
    package var window = 0.0
    /// The gain for a title that is identical to the query.
    package var title = 0.0
    package var total: Double { window + title + bags[0] + bags[1] + bags[2] + bags[3] }
    package var parts: [ScorePart] {
        zip(RelevanceQuery.Bag.allCases, ["grams", "exact", "characters", "neighbours"]).map {
            ScorePart(name: $1, value: bags[$0.rawValue])
        } + [ScorePart(name: "window", value: window)] + (title > 0 ? [ScorePart(name: "title", value: title)] : [])
    }
}
