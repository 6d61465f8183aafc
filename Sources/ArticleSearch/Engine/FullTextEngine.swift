package import Articles
package import SearchRanking

/// The engine's own full-text search, row by row (FTS5). Used for articles that are not in segments yet, if segments
/// are malformed, and as a reference in tests.
package protocol FullTextEngine: AnyObject {
    /// The document frequency of a term.
    func articles(with term: [UInt8]) throws -> Int
    /// The articles that match, ascending.
    ///
    /// - Parameter range: the articles to search, whose text may not be committed yet; nil for all.
    func articles(matching expression: IndexExpression, in range: ClosedRange<Int64>?) throws -> [UInt32]
    /// The newest articles that match, newest first.
    ///
    /// - Parameter floor: only articles with a higher id are searched.
    func newest(_ limit: Int, matching expression: IndexExpression, above floor: Int64) throws -> [Int64]
    /// Scores all articles that match and pass a filter, and keeps the best.
    ///
    /// - Parameters:
    ///   - averageLength: the mean length of an article.
    ///   - keepsWeights: whether to fill `ScoredArticles.weights`.
    func topArticles(
        _ limit: Int, matching expression: IndexExpression, where filter: ArticleFilter?, _ groups: [ScoringGroup],
        averageLength: Double, keepsWeights: Bool
    ) throws -> ScoredArticles
}

/// The result of an exhaustive search.
package struct ScoredArticles {
    /// The top k, best first.
    package var candidates: [Candidate]
    /// The number of matches.
    package var total: Int
    /// For each match, the sum of the weights of its terms.
    package var weights: [Double]

    package init(candidates: [Candidate], total: Int, weights: [Double]) {
        self.candidates = candidates
        self.total = total
        self.weights = weights
    }
}
