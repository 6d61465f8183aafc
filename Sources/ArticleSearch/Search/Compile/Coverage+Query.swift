internal import QueryLanguage
internal import SearchRanking

extension Coverage {
    /// The coverage of a relaxed search; nil if the query has alternatives, because an article need not match several
    /// of them.
    init?(_ query: Query, _ plan: SearchPlan, _ ranking: RelevanceQuery) {
        guard let index = plan.index, Self.hasNoAlternatives(query.root) else { return nil }
        self.init(groups: ScoringGroup.groups(of: index, ranking))
    }

    private static func hasNoAlternatives(_ node: QueryNode) -> Bool {
        switch node {
        case .word, .phrase, .prefix, .filter, .not, .regex: true
        case .field(_, let inner): hasNoAlternatives(inner)
        case .and(let nodes): nodes.allSatisfy(hasNoAlternatives)
        case .or, .near: false
        }
    }
}
