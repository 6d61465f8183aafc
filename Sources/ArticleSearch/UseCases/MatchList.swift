package import Articles
internal import SearchRanking

/// Lists the ids of matches without making a page: nothing is folded or scored. The caller opens the snapshot and
/// refreshes the statistics.
package struct MatchList {
    private let searcher: ArticleSearcher
    private var source: any SearchSource { searcher.source }
    private var statistics: IndexStatistics { searcher.statistics }

    package init(_ searcher: ArticleSearcher) { self.searcher = searcher }

    /// All articles that contain all words of the query.
    ///
    /// - Parameter newestFirst: if false, the order is arbitrary.
    package func articles(matching request: SearchRequest, newestFirst: Bool) throws -> [UInt32] {
        try statistics.postings.orFullText {
            let plan = try plan(request)
            return plan.isEmpty ? [] : try articles(matching: plan, newestFirst: newestFirst)
        }
    }

    /// All articles that match a plan.
    func articles(matching plan: SearchPlan, newestFirst: Bool = false) throws -> [UInt32] {
        let found = try articlesIgnoringPatterns(plan, newestFirst: newestFirst)
        if plan.patterns.isEmpty { return found }
        return try PatternMatcher(plan.patterns).filter(found, source) { Int64($0) }
    }

    private func articlesIgnoringPatterns(_ plan: SearchPlan, newestFirst: Bool) throws -> [UInt32] {
        if let rows = try MatchingArticles(source, statistics).all(of: plan) {
            guard newestFirst else { return rows }
            return DateOrder.places(of: try statistics.facts.sortDates(of: rows)).reversed().map { rows[$0] }
        }
        let filter = plan.wholeCondition ?? .always
        guard newestFirst else { return try source.articles(where: filter, in: nil) }
        return try source.dated(where: filter, after: nil, newestFirst: true, limit: nil).map {
            UInt32(clamping: $0.id)
        }
    }

    /// The first matches after a place, newest first.
    ///
    /// - Parameter request: nil for all articles.
    package func newest(_ request: SearchRequest?, after place: DatePlace?, limit: Int) throws -> [ArticleID] {
        guard var request else {
            return try source.dated(where: .always, after: place, newestFirst: true, limit: limit).map(\.id)
        }
        (request.sort, request.match, request.fold, request.limit) = (.newest, .all, false, limit)
        return try statistics.postings.orFullText {
            let plan = try plan(request)
            if plan.isEmpty { return [] }
            return try DateSearch(source, statistics).page(request, plan, after: place, counts: false).hits.map(\.id)
        }
    }

    private func plan(_ request: SearchRequest) throws -> SearchPlan {
        var compiler = try QueryCompiler(scope: searcher, request: request, words: .all)
        return try compiler.plan()
    }
}
