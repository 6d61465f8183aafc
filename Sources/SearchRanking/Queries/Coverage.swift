/// How much of a query a match must have, by weight (minimum-should-match).
///
/// By the number of words, three function words would outweigh one name, and bigrams would count as words. By weight,
/// rare words count more and question words less. The share refers to the best article, since no article repeats a
/// whole question.
package struct Coverage {
    package var groups: [ScoringGroup]

    package init(groups: [ScoringGroup]) { self.groups = groups }

    /// A share of the weight of the best row, and the number of rows that reach it.
    package static func minimum(of share: Double, _ weights: [Double]) -> (weight: Double, count: Int) {
        // Slightly less, so that rounding does not exclude an exact match.
        let minimum = share * (weights.max() ?? 0) * 0.9999
        return (minimum, weights.count { $0 >= minimum })
    }
}
