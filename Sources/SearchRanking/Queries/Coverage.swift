/// How much of a query an article must have where it need not have all: minimum-should-match, by weight.
///
/// A share of the number of words would let three function words outvote the one name that matters, and would count
/// pairs of characters like words. Weights (rare words weigh more, question words less) need no such rules. The share is
/// one of what the best article has: of a whole question nobody knows how much an answer repeats.
package struct Coverage {
    package var groups: [ScoringGroup]
    /// What the terms that an article has must weigh together; nil until it has been found out.
    package var minimumWeight: Double?

    package init(groups: [ScoringGroup], minimumWeight: Double? = nil) {
        self.groups = groups
        self.minimumWeight = minimumWeight
    }

    /// A share of the weight of the best row, and how many rows have as much.
    package static func minimum(of share: Double, _ weights: [Double]) -> (weight: Double, count: Int) {
        // A little less, so that rounding never takes what has just enough.
        let minimum = share * (weights.max() ?? 0) * 0.9999
        return (minimum, weights.count { $0 >= minimum })
    }
}
