internal import Articles
internal import PostingIndex
internal import SearchRanking

/// The articles that match a plan, unordered. Regular expressions are ignored here; `PatternMatcher` evaluates them.
struct MatchingArticles {
    let source: any SearchSource
    let statistics: IndexStatistics

    init(_ source: any SearchSource, _ statistics: IndexStatistics) {
        self.source = source
        self.statistics = statistics
    }

    /// All articles that match a plan, ascending; nil if the plan has neither text nor ids.
    ///
    /// - Parameter exhaustive: whether to use the engine's own text search.
    func all(of plan: SearchPlan, exhaustive: Bool = false) throws -> [UInt32]? {
        let hidden = plan.leavesOutHidden ? try source.hiddenArticles() : []
        guard let index = plan.index else {
            return try plan.numbers.map { try passing($0, plan, leavingOut: hidden) }
        }
        let engine = source.index.fullText
        if !exhaustive || engine == nil, var search = try PostingSearch(index, statistics) {
            try search.keep { try passing($0, plan, leavingOut: hidden) }
            guard let coverage = plan.coverage else { return search.rows }
            let weights = try search.weights(coverage.groups)
            let minimum = coverage.minimum(weights).weight
            return zip(search.rows, weights).lazy.filter { $0.1 >= minimum }.map(\.0)
        }
        guard let engine else { throw MalformedIndexError() }
        guard let coverage = plan.coverage else {
            return try passing(engine.articles(matching: index, in: nil), plan, leavingOut: hidden)
        }
        let found = try engine.topArticles(
            .max, matching: index, where: plan.wholeCondition, coverage.groups, averageLength: 1, keepsWeights: true)
        let minimum = coverage.minimum(found.weights).weight
        return found.candidates.filter { $0.weight >= minimum }.map { UInt32(clamping: $0.id) }.sorted()
    }

    /// The highest weight of an article that satisfies a plan's conditions; 0 if the plan has no coverage.
    func bestWeight(of plan: SearchPlan) throws -> Double {
        guard let index = plan.index, let coverage = plan.coverage else { return 0 }
        if var search = try PostingSearch(index, statistics) {
            let hidden = plan.leavesOutHidden ? try source.hiddenArticles() : []
            try search.keep { try passing($0, plan, leavingOut: hidden) }
            return try search.weights(coverage.groups).max() ?? 0
        }
        guard let engine = source.index.fullText else { throw MalformedIndexError() }
        return try engine.topArticles(
            .max, matching: index, where: plan.wholeCondition, coverage.groups, averageLength: 1, keepsWeights: true
        ).weights.max() ?? 0
    }

    /// The articles of a list that satisfy a plan's conditions, except for its index expression and its coverage.
    func passing(_ articles: [UInt32], _ plan: SearchPlan, leavingOut hidden: [UInt32]) throws -> [UInt32] {
        var rows = SortedRows.subtracting(articles, hidden)
        if let end = plan.end { rows.removeAll { Int($0) >= end } }
        if let numbers = plan.numbers { rows = SortedRows.intersection(rows, numbers) }
        guard let condition = plan.askedCondition else { return rows }
        return try ArticleSets(source, statistics).keep(rows, where: condition)
    }

    /// The number of articles that match a plan.
    func count(of plan: SearchPlan) throws -> Int {
        try all(of: plan)?.count ?? source.count(where: plan.wholeCondition ?? .always, upTo: nil)
    }
}
