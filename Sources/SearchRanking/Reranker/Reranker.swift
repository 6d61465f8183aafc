/// The second stage of ranking: scores candidates by the whole formula, from posting lists and the counts of characters if
/// they tell all that is needed, else from the texts.
package struct Reranker {
    private let averageLength: Double
    private var postings: PostingScorer?
    private var texts: TextScorer?
    private let source: any PostingSource

    /// - Parameters:
    ///   - rows: the articles that are scored, ascending.
    ///   - readsTexts: reads the texts in any case. The scores are the same, as tests verify.
    package init(
        _ query: RelevanceQuery, _ rows: [UInt32], _ source: any PostingSource, readsTexts: Bool = false
    ) throws {
        self.source = source
        averageLength = source.averageLength
        if !readsTexts { postings = try PostingScorer(query, rows, source) }
        if postings == nil { texts = TextScorer(query) }
    }

    /// Whether it pays to leave out by `bound` what cannot reach the page.
    package var hasBounds: Bool { postings?.readsTexts ?? false }

    /// An upper bound of the score of an article.
    package mutating func bound(_ n: Int64, _ facts: RankingFacts) throws -> Double {
        let norm = norm(facts)
        // The sums are in another order, and round otherwise.
        return try (postings?.bound(n, norm: norm) ?? .infinity) * (1 + 1e-9)
    }

    private func norm(_ facts: RankingFacts) -> Double { Ranking.norm(length: facts.length, average: averageLength) }

    /// - Returns: nil if there is no such article.
    package mutating func score(_ n: Int64, _ facts: RankingFacts) throws -> RelevanceScore? {
        let norm = norm(facts)
        if let score = try postings?.score(n, norm: norm) { return score }
        guard let text = try source.indexedText(of: n) else { return nil }
        return texts?.score(text, norm: norm)
    }
}
