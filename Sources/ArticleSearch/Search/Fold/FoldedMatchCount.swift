internal import SearchRanking

/// Counts the near-duplicates that are folded into matches, including those that the first stage skipped.
struct FoldedMatchCount {
    private let source: any SearchSource
    private let statistics: IndexStatistics

    init(_ source: any SearchSource, _ statistics: IndexStatistics) {
        self.source = source
        self.statistics = statistics
    }

    /// Adds to `RankedMatch.folded` the matches of the same group that were not ranked.
    func addUnranked(to matches: inout [RankedMatch], _ plan: SearchPlan) throws {
        let groups = matches.map(\.foldKey).filter { $0 != 0 }
        guard plan.coverage == nil, !groups.isEmpty else { return }
        let members = try source.members(ofGroups: groups)
        var rows: [UInt32]?
        for index in matches.indices where matches[index].foldKey != 0 {
            let members = members[matches[index].foldKey] ?? []
            if members.count - 1 <= matches[index].folded { continue }
            if rows == nil { rows = try MatchingArticles(source, statistics).all(of: plan) }
            guard let rows else { return }
            let found = SortedRows.intersection(members, rows)
            matches[index].folded = max(matches[index].folded, found.count - 1)
        }
    }
}
