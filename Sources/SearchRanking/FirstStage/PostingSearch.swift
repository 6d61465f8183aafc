internal import PostingIndex

/// The first stage over whole posting lists: finds all matches, and the top k by BM25F.
///
/// Computes the same scores as `MatchCollector`, but much faster: FTS5 steps from row to row, while this intersects
/// sorted arrays.
package struct PostingSearch {
    private let source: any PostingSource
    /// Indexed by the number of the phrase in the expression. A phrase inside an alternative has only the rows that
    /// satisfy the alternative.
    private var phrases: [RowFrequencies]

    /// All matches: article ids, ascending.
    package private(set) var rows: [UInt32] = []

    /// - Returns: nil if a part of the expression needs FTS5.
    package init?(_ expression: IndexExpression, _ source: any PostingSource) throws {
        guard let phrases = try PhraseMatches.all(expression, source) else { return nil }
        try self.init(expression, phrases, source)
    }

    /// - Parameter phrases: the phrases of the expression, by number.
    package init(_ expression: IndexExpression, _ phrases: [PhraseMatches], _ source: any PostingSource) throws {
        self.source = source
        self.phrases = try phrases.map { try $0.all() }
        var number = 0
        rows = try evaluate(expression, &number)
    }

    /// Whether all alternatives in the expression are phrases. If so, each phrase contributes to the score of every
    /// match that contains it.
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

    /// The rows that satisfy an expression. Only the satisfied parts of a disjunction count towards the score, as in
    /// FTS5.
    ///
    /// - Parameter number: the number of the next phrase.
    private mutating func evaluate(_ expression: IndexExpression, _ number: inout Int) throws -> [UInt32] {
        switch expression {
        case .phrase:
            number += 1
            return phrases[number - 1].rows
        case .proximity: return []
        case .all(let parts):
            var lists: [[UInt32]] = []
            for part in parts { lists.append(try evaluate(part, &number)) }
            return SortedRows.intersection(of: lists)
        case .any(let parts):
            var lists: [[UInt32]] = []
            for part in parts {
                let first = number
                let rows = try evaluate(part, &number)
                lists.append(rows)
                guard !Self.isAlternative(part) else { continue }
                try source.checkDeadline()
                for phrase in first..<number { phrases[phrase] = phrases[phrase].limited(to: rows) }
            }
            return SortedRows.union(of: lists)
        case .excluding(let wanted, let unwanted):
            let rows = try evaluate(wanted, &number)
            return SortedRows.subtracting(rows, try evaluate(unwanted, &number))
        }
    }

    /// Filters the matches.
    package mutating func keep(_ kept: ([UInt32]) throws -> [UInt32]) rethrows { rows = try kept(rows) }

    // MARK: - Scores

    /// For each article, the sum of the weights of its terms.
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
    package func topCandidates(
        _ limit: Int, _ groups: [ScoringGroup], weights: [Double]? = nil, minimumWeight: Double = 0
    ) throws -> [Candidate] {
        guard limit > 0, !rows.isEmpty else { return [] }
        let scoring = PostingScoring(
            groups: groups, phrases: phrases, rows: rows, norms: try source.documentFacts.norms(of: rows),
            weights: weights,
            minimumWeight: minimumWeight, deadline: source.deadline)
        let top = scoring.topCandidates(limit)
        try source.checkDeadline()
        return top
    }
}
