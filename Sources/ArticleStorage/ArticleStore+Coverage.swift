internal import QueryLanguage

/// How much of a query an article must have where it need not have all: minimum-should-match, by weight.
///
/// A share of the number of words would let three function words outvote the one name that matters, and would count
/// pairs of characters like words; weights (rare words weigh more, question words less) need no such rules.
struct Coverage {
    var groups: [MatchCollector.Group]
    /// What the terms that an article has must weigh together.
    var minimumWeight: Double
}

extension ArticleStore {
    /// The coverage that a relaxed search asks for; nil where parts of the query are alternatives, of which nobody
    /// expects an article to have a share.
    func coverage(_ query: Query, _ plan: SearchPlan, _ ranking: RelevanceQuery) -> Coverage? {
        guard let index = plan.index, Self.isPlain(query.root) else { return nil }
        let groups = groups(index.matchText().phrases, ranking)
        // Excluded phrases stand in the expression too; they are in no match and only raise the sum.
        let excluded: Double
        if case .excluding(_, let unwanted) = index {
            excluded = self.groups(unwanted.matchText().phrases, ranking).reduce(0) { $0 + $1.weight }
        } else {
            excluded = 0
        }
        let whole = groups.reduce(0) { $0 + $1.weight } - excluded
        // A little less, so that rounding never takes what has just enough.
        return Coverage(groups: groups, minimumWeight: whole * Ranking.relaxedShare - 1e-9)
    }

    private static func isPlain(_ node: QueryNode) -> Bool {
        switch node {
        case .word, .phrase, .prefix, .filter, .not, .regex: true
        case .field(_, let inner): isPlain(inner)
        case .and(let nodes): nodes.allSatisfy(isPlain)
        case .or, .near: false
        }
    }
}
