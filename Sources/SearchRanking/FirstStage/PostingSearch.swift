/// The first stage over doclists that are read whole: which articles match, and the best of them by BM25F.
///
/// It gives what `MatchCollector` gives, score for score, and is several times as fast: FTS5 steps from row to row,
/// here sorted lists meet in tight loops. What it cannot say (beginnings of words) it leaves to the collector.
package struct PostingSearch {
    private let source: any PostingSource
    /// By their number in the expression.
    private let phrases: [PhraseMatches]

    /// Ascending numbers of all articles that match.
    package private(set) var rows: [UInt32] = []

    /// - Returns: nil where the expression has parts that only FTS5 can answer.
    package init?(_ expression: IndexExpression, _ source: any PostingSource) throws {
        guard Self.isSimple(expression), let phrases = try PhraseMatches.all(expression, source) else {
            return nil
        }
        self.init(expression, phrases, source)
    }

    /// - Parameter phrases: of a simple expression, by their numbers.
    package init(_ expression: IndexExpression, _ phrases: [PhraseMatches], _ source: any PostingSource) {
        self.source = source
        self.phrases = phrases
        rows = Self.evaluate(expression, phrases)
    }

    /// Of an alternative only the parts that match an article count there, and which do is known for phrases alone.
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

    /// Keeps some of the articles.
    package mutating func keep(_ kept: ([UInt32]) throws -> [UInt32]) rethrows { rows = try kept(rows) }

    // MARK: - Scores

    /// What the terms of each article weigh together.
    package func weights(_ groups: [ScoringGroup]) throws -> [Double] {
        var out = Array(repeating: 0.0, count: rows.count)
        for group in groups {
            let frequencies = group.frequencies(phrases, in: rows, until: source.deadline)
            try source.checkDeadline()
            for index in out.indices where frequencies[index] > 0 { out[index] += group.weight }
        }
        return out
    }

    /// The best articles by BM25F, best first.
    ///
    /// - Parameter weights: of each article, where `minimumWeight` says that some have too little.
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
