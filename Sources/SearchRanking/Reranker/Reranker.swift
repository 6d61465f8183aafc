/// The second stage: scores candidates with the whole formula, from the doclists where they say it all, else from the
/// articles' units in the forward index.
package struct Reranker {
    private let averageLength: Double
    private var postings: PostingScorer?
    private var forward: ForwardScorer?
    private var reader: (any ForwardReading)?

    /// - Parameter readsUnits: whether the doclists are left alone. They say the same, as tests see to.
    package init(_ query: RelevanceQuery, _ source: any PostingSource, readsUnits: Bool = false) throws {
        averageLength = source.averageLength
        if !readsUnits { postings = try PostingScorer(query, source) }
        if postings == nil {
            forward = ForwardScorer(query)
            reader = try source.forwardReader()
        }
    }

    /// - Returns: nil where there is no such article.
    package mutating func score(_ n: Int64, _ facts: RankingFacts) throws -> RelevanceScore? {
        let norm = Ranking.norm(length: facts.length, average: averageLength)
        if let score = postings?.score(n, norm: norm) { return score }
        guard try reader?.read(n) == true, let units = reader?.units else { return nil }
        return forward?.score(units, norm: norm)
    }
}
