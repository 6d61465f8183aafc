internal import PostingIndex

/// The best articles with one phrase of words that stand in many articles, without reading the positions of all of these.
///
/// A phrase is in an article at most as often as the rarest of its words, so the frequency of that word bounds the score. Once
/// 10,000 articles have the phrase, which is as far as totals are exact, only the articles whose bounds reach the lowest of
/// the best scores so far are read.
package struct PhraseSearch {
    package enum Outcome {
        case found(WindowSearch.Found)
        /// Few articles have the phrase: all of them.
        case all(PhraseMatches)
    }

    /// One of this many of them shows how many have the phrase.
    private static let sample = 8
    /// All are read if the estimate is not above the exact total by this factor.
    private static let margin = 1.25

    private let phrase: IndexPhrase
    private let groups: [ScoringGroup]
    private let terms: AdjacentTerms
    private let source: any PostingSource
    /// The articles that have the phrase, among those that were read.
    private var found = RowFrequencies()

    /// - Parameters:
    ///   - groups: of which the phrase is the only member.
    ///   - hidden: articles that do not count, ascending.
    /// - Returns: nil if the phrase is a single term of the index or needs FTS5.
    package static func best(
        _ limit: Int, of phrase: IndexPhrase, _ groups: [ScoringGroup], leavingOut hidden: [UInt32],
        _ source: any PostingSource
    ) throws -> Outcome? {
        guard phrase.asTerm(source).terms.count > 1, groups.count == 1, limit > 0,
            let terms = try AdjacentTerms(phrase, source)
        else {
            return nil
        }
        var search = PhraseSearch(phrase: phrase, groups: groups, terms: terms, source: source)
        return try search.best(limit, SortedRows.subtracting(terms.rowsOfRarest(), hidden))
    }

    /// - Parameter candidates: ascending.
    private mutating func best(_ limit: Int, _ candidates: [UInt32]) throws -> Outcome {
        let limits = FirstStageLimits.current
        let step = candidates.count / Self.sample
        var next = 0
        // Of fewer than `limit` matches the lowest score is no bound for the others.
        if candidates.count >= limits.minPhraseCandidates, limit <= limits.exactTotal {
            try add(candidates[..<step])
            next = step
            if Double(found.count * Self.sample) > Self.margin * Double(limits.exactTotal) {
                while next < candidates.count, found.count <= limits.exactTotal {
                    let end = min(next + step, candidates.count)
                    try add(candidates[next..<end])
                    next = end
                }
            }
        }
        if next == candidates.count || found.count <= limits.exactTotal {
            try add(candidates[next...])
            return .all(PhraseMatches(found))
        }
        var best = WindowSearch.Found(total: found.count)
        best.isLowerBound = true
        let least = try scored(limit).last?.score ?? 0
        try add(reaching(least, Array(candidates[next...]))[...])
        best.candidates = try scored(limit)
        return .found(best)
    }

    /// Looks for the phrase in some articles, which come after those before.
    private mutating func add(_ candidates: ArraySlice<UInt32>) throws {
        if candidates.isEmpty { return }
        let matches = try terms.matches(among: terms.candidates(among: Array(candidates))) {
            PhraseMatches.frequency($0, phrase.column)
        }
        found.rows += matches.rows
        found.frequencies += matches.frequencies
    }

    private func scored(_ limit: Int) throws -> [Candidate] {
        let scoring = PostingScoring(
            groups: [ScoringGroup(phrases: [0], weight: groups[0].weight)], phrases: [found], rows: found.rows,
            norms: try source.documentFacts.norms(of: found.rows), weights: nil, minimumWeight: 0,
            deadline: source.deadline)
        let best = scoring.best(limit)
        try source.checkDeadline()
        return best
    }

    /// Those of some articles whose scores may reach `least`.
    private func reaching(_ least: Double, _ candidates: [UInt32]) throws -> [UInt32] {
        let rarest = try terms.rarest()
        if rarest.count == 0 { return candidates }
        let frequencies = rarest.frequencies(in: candidates)
        let norms = try source.documentFacts.norms(of: candidates)
        let factor = groups[0].weight * Ranking.maxImpact
        // Rounding must not rule out an article.
        let least = least * 0.999_99
        return candidates.indices.filter {
            let frequency = Double(frequencies[$0])
            return factor * frequency >= least * (frequency + norms[$0])
        }.map { candidates[$0] }
    }
}
