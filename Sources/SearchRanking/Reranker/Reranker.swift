/// The second stage of ranking. Scores candidates with the complete formula, using posting lists and counts of
/// characters if they are sufficient, otherwise the texts.
package struct Reranker {
    private let averageLength: Double
    private var postings: PostingScorer?
    private var texts: TextScorer?
    private let source: any PostingSource

    /// - Parameters:
    ///   - rows: the articles to score, ascending.
    ///   - readsTexts: whether to always read the texts. The scores are the same, which tests verify.
    package init(
        _ query: RelevanceQuery, _ rows: [UInt32], _ source: any PostingSource, readsTexts: Bool = false
    ) throws {
        self.source = source
        averageLength = source.averageLength
        if !readsTexts { postings = try PostingScorer(query, rows, source) }
        if postings == nil { texts = TextScorer(query) }
    }

    /// Whether it is worthwhile to use `bound` to skip articles that cannot reach the page.
    package var hasBounds: Bool { postings?.readsTexts ?? false }

    /// An upper bound on the score of an article.
    package mutating func bound(_ n: Int64, _ facts: RankingFacts) throws -> Double {
        let norm = norm(facts)
        // The bound's sums are computed in a different order and are therefore rounded differently.
        return try (postings?.bound(n, norm: norm, titleLength: facts.titleLength) ?? .infinity) * (1 + 1e-9)
    }

    private func norm(_ facts: RankingFacts) -> Double { Ranking.norm(length: facts.length, average: averageLength) }

    /// - Returns: nil if there is no such article.
    package mutating func score(_ n: Int64, _ facts: RankingFacts) throws -> RelevanceScore? {
        let norm = norm(facts)
        if let score = try postings?.score(n, norm: norm, titleLength: facts.titleLength) { return score }
        guard let text = try source.indexedText(of: n) else { return nil }
        return texts?.score(text, norm: norm, titleLength: facts.titleLength)
    }
}
