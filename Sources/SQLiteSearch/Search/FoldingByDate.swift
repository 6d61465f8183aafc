internal import SQLite
package import SearchRanking

/// Folds a search by date that SQLite answers row by row: for each group of near-duplicates that a row belongs to,
/// finds which other articles of the group match, on any page.
package final class FoldingByDate {
    private struct Group {
        var first: Int64
        var folded: Int
    }

    private let searcher: SQLiteSearcher
    private let plan: SearchPlan
    private let matcher: PatternMatcher
    private let newestFirst: Bool
    private var groups: [UInt32: Group] = [:]

    package init(searcher: SQLiteSearcher, _ plan: SearchPlan, _ matcher: PatternMatcher, newestFirst: Bool) throws {
        self.searcher = searcher
        self.plan = plan
        self.matcher = matcher
        self.newestFirst = newestFirst
        // Coverage uses the collector, which serves one statement at a time: all groups are looked up before.
        if plan.coverage != nil { groups = try look(among: nil) }
    }

    /// How many matches are folded behind a hit; nil if the article is folded itself.
    package func folded(behind n: Int64) throws -> Int? {
        let group = try searcher.statistics.facts.facts(of: n).foldKey
        guard group != 0 else { return 0 }
        if groups[group] == nil, plan.coverage == nil {
            let members = try SQLiteDuplicates.members(ofGroup: Int64(group), searcher.connection)
            groups.merge(try look(among: members.map { UInt32(clamping: $0) })) { $1 }
        }
        guard let known = groups[group] else { return 0 }
        return known.first == n ? known.folded : nil
    }

    /// The groups of all matches, or of those matches that are among `members`.
    private func look(among members: [UInt32]?) throws -> [UInt32: Group] {
        let from = try searcher.source(plan)
        var sql = "SELECT a.n FROM \(from.sql)"
        var values = from.values
        if let members {
            let condition = SQLFragment.numbers(members)
            sql += " AND \(condition.sql)"
            values += condition.values
        }
        let direction = newestFirst ? "DESC" : "ASC"
        let statement = try searcher.connection.prepare(sql + " ORDER BY a.sort_date \(direction), a.n \(direction)")
        try statement.bind(values)
        var found: [UInt32: Group] = [:]
        while try statement.step() {
            let n = statement.integer(0)
            let group = try searcher.statistics.facts.facts(of: n).foldKey
            guard group != 0, try plan.patterns.isEmpty || searcher.matches(matcher, n) else { continue }
            if found[group] == nil { found[group] = Group(first: n, folded: 0) } else { found[group]?.folded += 1 }
        }
        return found
    }
}

extension SQLiteSearcher {
    /// Counts the near-duplicates that are folded behind matches, including those that the first stage skipped.
    package func countFolded(_ matches: inout [RankedMatch], _ plan: SearchPlan) throws {
        guard plan.coverage == nil else { return }
        var rows: [UInt32]?
        for index in matches.indices where matches[index].foldKey != 0 {
            let members = try SQLiteDuplicates.members(
                ofGroup: Int64(matches[index].foldKey), connection)
            if members.count - 1 <= matches[index].folded { continue }
            if rows == nil { rows = try matchingNumbers(plan) }
            guard let rows else { return }
            let found = SortedRows.intersection(members.map { UInt32(clamping: $0) }, rows)
            matches[index].folded = max(matches[index].folded, found.count - 1)
        }
    }
}
