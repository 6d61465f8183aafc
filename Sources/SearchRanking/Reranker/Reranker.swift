/// The second stage of ranking: scores candidates by the whole formula, from posting lists if they have all that is
/// needed, else from the forward index.
package struct Reranker {
    private let averageLength: Double
    private var postings: PostingScorer?
    private var forward: ForwardScorer?
    private var reader: (any ForwardReading)?

    /// - Parameters:
    ///   - rows: the articles that are scored, ascending.
    ///   - readsUnits: uses the forward index in any case. The scores are the same, as tests verify.
    package init(
        _ query: RelevanceQuery, _ rows: [UInt32], _ source: any PostingSource, readsUnits: Bool = false
    ) throws {
        averageLength = source.averageLength
        if !readsUnits { postings = try PostingScorer(query, rows, source) }
        if postings == nil {
            forward = ForwardScorer(query)
            reader = try source.forwardReader(of: rows)
        }
    }

    /// - Returns: nil if there is no such article.
    package mutating func score(_ n: Int64, _ facts: RankingFacts) throws -> RelevanceScore? {
        let norm = Ranking.norm(length: facts.length, average: averageLength)
        if let score = try postings?.score(n, norm: norm) { return score }
        guard try reader?.read(n) == true, let units = reader?.units else { return nil }
        return forward?.score(units, norm: norm)
    }
}
