/// The second stage of ranking: scores candidates by the whole formula, from posting lists and the counts of characters if
/// they tell all that is needed, else from the texts.
package struct Reranker {
    private let averageLength: Double
    private var postings: PostingScorer?
    private var forward: ForwardScorer?
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
        if postings == nil { forward = ForwardScorer(query) }
    }

    /// - Returns: nil if there is no such article.
    package mutating func score(_ n: Int64, _ facts: RankingFacts) throws -> RelevanceScore? {
        let norm = Ranking.norm(length: facts.length, average: averageLength)
        if let score = try postings?.score(n, norm: norm) { return score }
        guard let text = try source.indexedText(of: n) else { return nil }
        return forward?.score(ForwardUnits.codes(of: text), norm: norm)
    }
}
