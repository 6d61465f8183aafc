/// The first stage over whole posting lists: the matches, and the top k by BM25F.
///
/// Scores equal those of `MatchCollector`, in a fraction of the time: FTS5 steps from row to row, this intersects
/// sorted arrays. Prefixes are left to the collector.
package struct PostingSearch {
    private let source: any PostingSource
    /// Index: number of the phrase in the expression.
    private let phrases: [PhraseMatches]

    /// All matches: article ids, ascending.
    package private(set) var rows: [UInt32] = []

    /// - Returns: nil if a part of the expression needs FTS5.
    package init?(_ expression: IndexExpression, _ source: any PostingSource) throws {
        guard Self.isSimple(expression), let phrases = try PhraseMatches.all(expression, source) else {
            return nil
        }
        self.init(expression, phrases, source)
    }

    /// - Parameter phrases: those of a simple expression, by number.
    package init(_ expression: IndexExpression, _ phrases: [PhraseMatches], _ source: any PostingSource) {
        self.source = source
        self.phrases = phrases
        rows = Self.evaluate(expression, phrases)
    }

    /// Only the matching parts of a disjunction score, and these are known for phrases only.
    package static func isSimple(_ expression: IndexExpression) -> Bool {
        switch expression {
        case .phrase: true
        case .proximity: false
        case .all(let parts): parts.allSatisfy(isSimple)
        case .any(let parts): parts.allSatisfy(isAlternative)
        case .excluding(let wanted, let unwanted): isSimple(wanted) && isSimple(unwanted)
        }
    }

    private static func isAlternative(_ expression: IndexExpression) -> Bool {
        switch expression {
        case .phrase: true
        case .any(let parts): parts.allSatisfy(isAlternative)
        default: false
        }
    }

    private static func evaluate(_ expression: IndexExpression, _ phrases: [PhraseMatches]) -> [UInt32] {
        expression.value(
            .init(
                phrase: { phrases[$0].rows }, nothing: [], all: SortedRows.intersection(of:),
                any: SortedRows.union(of:), excluding: { SortedRows.subtracting($0, $1) }))
    }

    /// Filters the matches.
    package mutating func keep(_ kept: ([UInt32]) throws -> [UInt32]) rethrows { rows = try kept(rows) }

    // MARK: - Scores

    /// The sum of the weights of the terms of each article.
    package func weights(_ groups: [ScoringGroup]) throws -> [Double] {
        var out = Array(repeating: 0.0, count: rows.count)
        for group in groups {
            let frequencies = group.frequencies(phrases, in: rows, until: source.deadline)
            try source.checkDeadline()
            for index in out.indices where frequencies[index] > 0 { out[index] += group.weight }
        }
        return out
    }

    /// The top k by BM25F, best first.
    ///
    /// - Parameter weights: for each article the sum of its terms' weights, if `minimumWeight` applies.
    package func best(
        _ groups: [ScoringGroup], limit: Int, weights: [Double]? = nil, minimumWeight: Double = 0
    ) throws -> [Candidate] {
        guard limit > 0, !rows.isEmpty else { return [] }
        let scoring = PostingScoring(
            groups: groups, phrases: phrases, rows: rows, norms: try source.documentFacts.norms(of: rows),
            weights: weights,
            minimumWeight: minimumWeight, deadline: source.deadline)
        let best = scoring.best(limit)
        try source.checkDeadline()
        return best
    }
}
