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
        /// The square root of `single` for a word among the first `RelevanceQuery.maxAdjacentTerms` terms, otherwise 0.
        var root: Double
    }

    private let terms: [Term]
    private let title: TitleMatch
    /// Whether each term is in the title.
    private var isInTitle: [Bool]
    /// The weighted frequency of each term: an occurrence in the title counts several times.
    private var frequencies: [Double]
    private var occurrences: [(position: UInt32, term: Int)] = []
    private var counts: [Int]
    /// The maximum number of earlier occurrences that are compared: a malformed posting may have thousands at one
    /// position.
    private static let maxNear = 32
    private var window = 0.0
    /// For each term, the terms with a lower number that are near it in the article, as bits.
    private var near: [UInt64]
    private var nearPairs = 0.0

    package init(_ query: RelevanceQuery) {
        terms = query.terms.enumerated().map { number, term in
            let isWord = term.isWord && number < RelevanceQuery.maxAdjacentTerms
            return Term(
                bag: term.bag.rawValue, weight: term.weight, single: term.single,
                root: isWord ? term.single.squareRoot() : 0)
        }
        near = terms.map { _ in 0 }
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
            near[index] = 0
        }
        if !occurrences.isEmpty { occurrences.removeAll(keepingCapacity: true) }
        window = 0
        nearPairs = 0
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
        countNearPairs()
        occurrences.removeAll(keepingCapacity: true)
    }

    /// - Parameters:
    ///   - norm: the length norm of the article.
    ///   - titleLength: the number of tokens in its title.
    package func score(norm: Double, titleLength: Int) -> RelevanceScore {
        var score = RelevanceScore(window: window * Ranking.windowWeight + nearPairs * Ranking.nearWeight)
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
        var roots = 0.0
        var squares = 0.0
        for index in frequencies.indices
        where frequencies[index] > 0 && terms[index].bag == RelevanceQuery.Bag.terms.rawValue {
            window += terms[index].single
            roots += terms[index].root
            squares += terms[index].root * terms[index].root
        }
        // The sum of the products of all pairs.
        let pairs = max(0, roots * roots - squares) / 2
        return score(norm: norm, titleLength: titleLength).total + window * Ranking.windowWeight
            + pairs * Ranking.nearWeight
    }

    /// Adds the pairs of words that are near each other. Each pair counts once per article.
    private mutating func countNearPairs() {
        for index in occurrences.indices.dropFirst() {
            let (position, term) = occurrences[index]
            guard terms[term].root > 0 else { continue }
            var before = index - 1
            let farthest = max(0, index - Self.maxNear)
            while before >= farthest, occurrences[before].position &+ Ranking.nearPositions >= position {
                let other = occurrences[before]
                before -= 1
                guard other.term != term, terms[other.term].root > 0, other.position < position else { continue }
                let (low, high) = (min(other.term, term), max(other.term, term))
                let bit: UInt64 = 1 << UInt64(low)
                guard near[high] & bit == 0 else { continue }
                near[high] |= bit
                nearPairs += terms[low].root * terms[high].root
            }
        }
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
