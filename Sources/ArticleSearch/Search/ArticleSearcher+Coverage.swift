package import QueryLanguage
package import SearchRanking

extension ArticleSearcher {
    /// The coverage of a relaxed search; nil if the query has alternatives, since an article need not have several of
    /// them.
    package func coverage(_ query: Query, _ plan: SearchPlan, _ ranking: RelevanceQuery) -> Coverage? {
        guard let index = plan.index, Self.isPlain(query.root) else { return nil }
        return Coverage(groups: groups(index, ranking))
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
