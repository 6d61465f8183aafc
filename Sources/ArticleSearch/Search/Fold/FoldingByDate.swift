internal import Articles
internal import SearchRanking

/// Folds near-duplicates in a search by date that the engine evaluates row by row. For each row in a group of
/// near-duplicates, finds the other articles of the group that match, whichever page they are on.
final class FoldingByDate {
    private struct Group {
        var first: Int64
        var folded: Int
    }

    private let source: any SearchSource
    private let statistics: IndexStatistics
    private let filter: ArticleFilter
    private let matcher: PatternMatcher?
    private let newestFirst: Bool
    private var groups: [UInt32: Group] = [:]

    /// - Parameters:
    ///   - filter: the filter that the matches pass.
    ///   - matcher: evaluates the regular expressions of the search; nil if there are none.
    init(
        _ source: any SearchSource, _ statistics: IndexStatistics, _ filter: ArticleFilter, _ matcher: PatternMatcher?,
        newestFirst: Bool
    ) {
        self.source = source
        self.statistics = statistics
        self.filter = filter
        self.matcher = matcher
        self.newestFirst = newestFirst
    }

    /// Reads the groups of some matches. Must be called before `folded`.
    func readGroups(of matches: [DatePlace]) throws {
        var unknown: Set<UInt32> = []
        for match in matches {
            let group = try statistics.facts.facts(of: match.id).foldKey
            if group != 0, groups[group] == nil { unknown.insert(group) }
        }
        if unknown.isEmpty { return }
        let members = try source.members(ofGroups: unknown.sorted()).values.flatMap(\.self).sorted()
        var found = try source.dated(
            where: .all([filter, .articles(members)]), after: nil, newestFirst: newestFirst, limit: nil)
        if let matcher { found = try matcher.filter(found, source, id: \.id) }
        for match in found {
            let group = try statistics.facts.facts(of: match.id).foldKey
            guard unknown.contains(group) else { continue }
            if groups[group] == nil {
                groups[group] = Group(first: match.id, folded: 0)
            } else {
                groups[group]?.folded += 1
            }
        }
    }

    /// The number of matches folded into a hit; nil if the article itself is folded.
    func folded(behind n: Int64) throws -> Int? {
        let group = try statistics.facts.facts(of: n).foldKey
        guard group != 0, let known = groups[group] else { return 0 }
        return known.first == n ? known.folded : nil
    }
}
