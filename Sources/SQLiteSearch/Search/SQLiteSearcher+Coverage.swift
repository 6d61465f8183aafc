package import QueryLanguage
internal import SQLite
package import SearchRanking

extension SQLiteSearcher {
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

    /// The weight that a match needs, a share of the best match's weight. Reads all matches once.
    package func minimumWeight(_ coverage: Coverage, _ index: IndexExpression, _ plan: SearchPlan) throws -> Double {
        if var search = try PostingSearch(index, statistics) {
            try search.keep { try kept($0, plan, leavingOut: plan.leavesOutHidden ? hiddenRows() : []) }
            return Coverage.minimum(of: Ranking.relaxedShare, try search.weights(coverage.groups)).weight
        }
        let condition = plan.wholeCondition.map { SQLFragment($0) }
        collector.start(groups: coverage.groups, limit: 0, averageLength: 1)
        collector.keepWeights()
        let collect = "\(MatchCollector.functionName)(article_index)"
        var sql = "SELECT count(*) FROM article_index WHERE article_index MATCH ? AND \(collect)"
        if let condition {
            sql = """
                SELECT count(*) FROM article_index CROSS JOIN article a ON a.n = article_index.rowid
                WHERE article_index MATCH ? AND CASE WHEN \(condition.sql) THEN \(collect) ELSE 0 END
                """
        }
        let statement = try connection.prepare(sql)
        try statement.bind([.text(index.matchText().text)] + (condition?.values ?? []))
        while try statement.step() {}
        return collector.minimum(of: Ranking.relaxedShare).weight
    }
}
