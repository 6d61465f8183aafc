package import Articles
internal import PostingIndex
package import SearchRanking

/// All matches of a search, without an order.
extension ArticleSearcher {
    /// The articles that match a plan, ignoring its regular expressions, ascending; nil if it has neither text nor ids.
    ///
    /// - Parameter exhaustive: uses the engine's own search for the text.
    package func matchingArticles(_ plan: SearchPlan, exhaustive: Bool = false) throws -> [UInt32]? {
        let hidden = plan.leavesOutHidden ? try source.hiddenArticles() : []
        guard let index = plan.index else { return try plan.numbers.map { try kept($0, plan, leavingOut: hidden) } }
        let engine = source.index.fullText
        if !exhaustive || engine == nil, var search = try PostingSearch(index, statistics) {
            try search.keep { try kept($0, plan, leavingOut: hidden) }
            guard let coverage = plan.coverage else { return search.rows }
            let weights = try search.weights(coverage.groups)
            let minimum = Coverage.minimum(of: Ranking.relaxedShare, weights).weight
            return zip(search.rows, weights).lazy.filter { $0.1 >= minimum }.map(\.0)
        }
        guard let engine else { throw MalformedIndexError() }
        guard let coverage = plan.coverage else {
            return try kept(engine.articles(matching: index, in: nil), plan, leavingOut: hidden)
        }
        let found = try engine.best(
            .max, matching: index, where: plan.wholeCondition, coverage.groups, averageLength: 1, keepsWeights: true)
        let minimum = Coverage.minimum(of: Ranking.relaxedShare, found.weights).weight
        return found.candidates.filter { $0.weight >= minimum }.map { UInt32(clamping: $0.id) }.sorted()
    }

    /// The rows that fulfil a plan's conditions, except its index expression, regular expressions and coverage.
    package func kept(_ rows: [UInt32], _ plan: SearchPlan, leavingOut hidden: [UInt32]) throws -> [UInt32] {
        var rows = SortedRows.subtracting(rows, hidden)
        if let end = plan.end { rows.removeAll { Int($0) >= end } }
        if let numbers = plan.numbers { rows = SortedRows.intersection(rows, numbers) }
        guard let condition = plan.askedCondition else { return rows }
        return try ArticleSets(self).keep(rows, where: condition)
    }

    /// The number of all matches, ignoring regular expressions.
    package func countMatches(_ plan: SearchPlan) throws -> Int {
        try matchingArticles(plan)?.count ?? source.count(where: plan.wholeCondition ?? .always, upTo: nil)
    }

    /// The ids of all matches.
    ///
    /// - Parameter newestFirst: if false, the order is arbitrary.
    package func matches(_ request: SearchRequest, newestFirst: Bool) throws -> [UInt32] {
        try statistics.postings.orFullText { try matchingNumbers(request, newestFirst: newestFirst) }
    }

    /// The first matches after a place, newest first; nothing is folded.
    ///
    /// - Parameter request: nil for all articles.
    package func newest(_ request: SearchRequest?, after place: DatePlace?, limit: Int) throws -> [ArticleID] {
        guard var request else {
            return try source.dated(where: .always, after: place, newestFirst: true, limit: limit).map(\.id)
        }
        (request.sort, request.match, request.fold, request.limit) = (.newest, .all, false, limit)
        return try statistics.postings.orFullText {
            var compiler = try QueryCompiler(scope: self, request: request, words: .all)
            let plan = try compiler.plan()
            if plan.isEmpty { return [] }
            return try byDate(request, plan, after: place, counts: false).hits.map(\.id)
        }
    }

    private func matchingNumbers(_ request: SearchRequest, newestFirst: Bool) throws -> [UInt32] {
        var compiler = try QueryCompiler(scope: self, request: request, words: .all)
        let plan = try compiler.plan()
        if plan.isEmpty { return [] }
        var numbers: [UInt32]
        if let rows = try matchingArticles(plan) {
            numbers = rows
            if newestFirst {
                numbers = DateOrder.places(of: try statistics.facts.sortDates(of: rows)).reversed().map { rows[$0] }
            }
        } else {
            let filter = plan.wholeCondition ?? .always
            numbers =
                newestFirst
                ? try source.dated(where: filter, after: nil, newestFirst: true, limit: nil).map {
                    UInt32(clamping: $0.id)
                } : try source.articles(where: filter, in: nil)
        }
        return plan.patterns.isEmpty ? numbers : try matching(plan.patterns, among: numbers, isArrival: false)
    }

    // MARK: - Regular expressions

    /// The articles of a list that match regular expressions.
    ///
    /// - Parameter isArrival: the articles are being stored, so the time limit for arrivals applies to each.
    package func matching(
        _ patterns: [PatternCondition], among numbers: [UInt32], isArrival: Bool
    ) throws -> [UInt32] {
        var matcher = try PatternMatcher(patterns)
        if isArrival { matcher.timePerArticle = PatternMatcher.timeOnArrival }
        let isMatch = try matches(matcher, numbers.map { Int64($0) })
        return numbers.indices.lazy.filter { isMatch[$0] }.map { numbers[$0] }
    }

    func matching(_ matcher: PatternMatcher, _ found: [DatePlace]) throws -> [DatePlace] {
        let isMatch = try matches(matcher, found.map(\.id))
        return found.indices.lazy.filter { isMatch[$0] }.map { found[$0] }
    }

    /// Whether each article matches regular expressions.
    package func matches(_ matcher: PatternMatcher, _ articles: [Int64]) throws -> [Bool] {
        var isMatch = Array(repeating: false, count: articles.count)
        try source.forEachText(of: articles) { place, title, text in
            isMatch[place] = try matcher.matches(
                articles[place], title: title, body: text, until: source.index.deadline)
        }
        return isMatch
    }
}
