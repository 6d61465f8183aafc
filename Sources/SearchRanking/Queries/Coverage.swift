/// The minimum weight of a match, as a share of the best article's weight (minimum-should-match).
///
/// If words were counted instead, three function words would outweigh one name, and bigrams would count as words. With
/// weights, rare words count more and question words less. The share is relative to the best article, because no
/// article contains a whole question.
package struct Coverage {
    package var groups: [ScoringGroup]
    /// The highest weight of an article in the whole library; nil to use that of the given articles.
    package var bestWeight: Double?

    package init(groups: [ScoringGroup]) { self.groups = groups }

    /// The minimum weight of a match, and the number of rows that reach it.
    package func minimum(_ weights: [Double]) -> (weight: Double, count: Int) {
        // The threshold is lowered slightly, so that rounding does not exclude a row that reaches it exactly.
        let minimum = Ranking.relaxedShare * (bestWeight ?? weights.max() ?? 0) * 0.9999
        return (minimum, weights.count { $0 >= minimum })
    }
}
