package import Articles
package import SearchRanking

/// Folds a search by date that the engine evaluates row by row: for the group of near-duplicates of each row, finds the
/// other articles of the group that match, on any page.
package final class FoldingByDate {
    private struct Group {
        var first: Int64
        var folded: Int
    }

    private let searcher: ArticleSearcher
    private let filter: ArticleFilter
    private let matcher: PatternMatcher?
    private let newestFirst: Bool
    private var groups: [UInt32: Group] = [:]

    /// - Parameters:
    ///   - filter: the filter that the matches pass.
    ///   - matcher: for the regular expressions of the search; nil for none.
    package init(
        searcher: ArticleSearcher, _ filter: ArticleFilter, _ matcher: PatternMatcher?, newestFirst: Bool
    ) {
        self.searcher = searcher
        self.filter = filter
        self.matcher = matcher
        self.newestFirst = newestFirst
    }

    /// Finds the groups of some matches; called before `folded`.
    package func look(up matches: [DatePlace]) throws {
        var unknown: Set<UInt32> = []
        for match in matches {
            let group = try searcher.statistics.facts.facts(of: match.id).foldKey
            if group != 0, groups[group] == nil { unknown.insert(group) }
        }
        if unknown.isEmpty { return }
        let members = try searcher.source.members(ofGroups: unknown.sorted()).values.flatMap(\.self).sorted()
        var found = try searcher.source.dated(
            where: .all([filter, .articles(members)]), after: nil, newestFirst: newestFirst, limit: nil)
        if let matcher { found = try searcher.matching(matcher, found) }
        for match in found {
            let group = try searcher.statistics.facts.facts(of: match.id).foldKey
            guard unknown.contains(group) else { continue }
            if groups[group] == nil {
                groups[group] = Group(first: match.id, folded: 0)
            } else {
                groups[group]?.folded += 1
            }
        }
    }

    /// The number of matches folded into a hit; nil if the article itself is folded.
    package func folded(behind n: Int64) throws -> Int? {
        let group = try searcher.statistics.facts.facts(of: n).foldKey
        guard group != 0, let known = groups[group] else { return 0 }
        return known.first == n ? known.folded : nil
    }
}

extension ArticleSearcher {
    /// Counts the near-duplicates that are folded into matches, including those that the first stage skipped.
    package func countFolded(_ matches: inout [RankedMatch], _ plan: SearchPlan) throws {
        let groups = matches.map(\.foldKey).filter { $0 != 0 }
        guard plan.coverage == nil, !groups.isEmpty else { return }
        let members = try source.members(ofGroups: groups)
        var rows: [UInt32]?
        for index in matches.indices where matches[index].foldKey != 0 {
            let members = members[matches[index].foldKey] ?? []
            if members.count - 1 <= matches[index].folded { continue }
            if rows == nil { rows = try matchingArticles(plan) }
            guard let rows else { return }
            let found = SortedRows.intersection(members, rows)
            matches[index].folded = max(matches[index].folded, found.count - 1)
        }
    }
}
