internal import PostingIndex

/// Finds the best articles for one phrase of frequent words, without reading the positions in all articles that contain
/// the words.
///
/// A phrase occurs in an article at most as often as its rarest word, so the frequency of that word bounds the score.
/// Totals are exact up to 10,000 articles: after that many matches, only articles whose bounds reach the lowest of the
/// best scores are read.
package struct PhraseSearch {
    package enum Outcome {
        case found(WindowSearch.Found)
        /// All articles that contain the phrase, if there are only a few.
        case all(PhraseMatches)
    }

    /// 1 in this many candidates is read first, to estimate how many contain the phrase.
    private static let sample = 8
    /// All candidates are read unless the estimate exceeds the exact total by this factor.
    private static let margin = 1.25

    private let phrase: IndexPhrase
    private let groups: [ScoringGroup]
    private let terms: AdjacentTerms
    private let source: any PostingSource
    /// The articles found so far that contain the phrase.
    private var found = RowFrequencies()

    /// - Parameters:
    ///   - groups: groups whose only member is the phrase.
    ///   - hidden: articles to ignore, ascending.
    /// - Returns: nil if the phrase is a single term of the index or needs FTS5.
    package static func topCandidates(
        _ limit: Int, of phrase: IndexPhrase, _ groups: [ScoringGroup], leavingOut hidden: [UInt32],
        _ source: any PostingSource
    ) throws -> Outcome? {
        guard phrase.asTerm(source).terms.count > 1, groups.count == 1, limit > 0,
            let terms = try AdjacentTerms(phrase, source)
        else {
            return nil
        }
        var search = PhraseSearch(phrase: phrase, groups: groups, terms: terms, source: source)
        return try search.read(limit, among: SortedRows.subtracting(terms.rowsOfRarest(), hidden))
    }

    /// - Parameter candidates: ascending.
    private mutating func read(_ limit: Int, among candidates: [UInt32]) throws -> Outcome {
        let limits = FirstStageLimits.current
        let step = candidates.count / Self.sample
        var next = 0
        // With fewer than `limit` matches, the lowest score does not exclude any other article.
        if candidates.count >= limits.minPhraseCandidates, limit <= limits.exactTotal {
            try findPhrase(in: candidates[..<step])
            next = step
            if Double(found.count * Self.sample) > Self.margin * Double(limits.exactTotal) {
                while next < candidates.count, found.count <= limits.exactTotal {
                    let end = min(next + step, candidates.count)
                    try findPhrase(in: candidates[next..<end])
                    next = end
                }
            }
        }
        if next == candidates.count || found.count <= limits.exactTotal {
            try findPhrase(in: candidates[next...])
            return .all(PhraseMatches(found))
        }
        var top = WindowSearch.Found(total: found.count)
        top.isLowerBound = true
        let least = try topFound(limit).last?.score ?? 0
        try findPhrase(in: reaching(least, Array(candidates[next...]))[...])
        top.candidates = try topFound(limit)
        return .found(top)
    }

    /// Finds the phrase in some articles, whose ids must be above those of earlier calls.
    private mutating func findPhrase(in candidates: ArraySlice<UInt32>) throws {
        if candidates.isEmpty { return }
        let matches = try terms.phraseFrequencies(among: terms.candidates(among: Array(candidates))) {
            PhraseMatches.frequency($0, phrase.column)
        }
        found.rows += matches.rows
        found.frequencies += matches.frequencies
    }

    /// The top k of the articles found so far, best first.
    private func topFound(_ limit: Int) throws -> [Candidate] {
        let scoring = PostingScoring(
            groups: [ScoringGroup(phrases: [0], weight: groups[0].weight)], phrases: [found], rows: found.rows,
            norms: try source.documentFacts.norms(of: found.rows), weights: nil, minimumWeight: 0,
            deadline: source.deadline)
        let top = scoring.topCandidates(limit)
        try source.checkDeadline()
        return top
    }

    /// The articles whose scores may reach `least`.
    private func reaching(_ least: Double, _ candidates: [UInt32]) throws -> [UInt32] {
        let rarest = try terms.rarest()
        if rarest.count == 0 { return candidates }
        let frequencies = rarest.frequencies(in: candidates)
        let norms = try source.documentFacts.norms(of: candidates)
        let factor = groups[0].weight * Ranking.maxImpact
        // Rounding must not exclude an article.
        let least = least * 0.999_99
        return candidates.indices.filter {
            let frequency = Double(frequencies[$0])
            return factor * frequency >= least * (frequency + norms[$0])
        }.map { candidates[$0] }
    }
}
