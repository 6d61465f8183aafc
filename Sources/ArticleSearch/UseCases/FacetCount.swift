package import Articles
internal import SearchRanking

/// Counts all articles that match a request by state, feed, folder, month and language.
package struct FacetCount {
    private let searcher: ArticleSearcher
    private var source: any SearchSource { searcher.source }
    private var statistics: IndexStatistics { searcher.statistics }

    package init(_ searcher: ArticleSearcher) { self.searcher = searcher }

    /// The counts. They are exact and independent of `limit`, `sort` and `fold`: near-duplicates are counted too. With
    /// `auto`, counts what a search would find.
    ///
    /// - Throws: the errors of `ArticleSearcher.search`.
    /// - Complexity: reads each match's row once.
    package func facets(for request: SearchRequest) throws -> Facets {
        try source.snapshot {
            try statistics.refresh()
            return try statistics.postings.orFullText {
                try SearchAttempts.facets(for: request) { try self.facets(for: request, $0) }
            }
        }
    }

    private func facets(for request: SearchRequest, _ words: QueryCompiler.WordMatching) throws -> Facets {
        var compiler = try QueryCompiler(scope: searcher, request: request, words: words)
        var plan = try compiler.plan()
        guard !plan.isEmpty else { return Facets() }
        if words == .any, request.match == .auto {
            plan.coverage = Coverage(request.query, plan, try RelevanceQuery(plan.scoredTexts, statistics))
        }
        let tally = try Self.tally(plan, request, source, statistics)
        var facets = tally.facets(feeds: try source.feeds(subscribedOnly: false))
        facets.relaxed = SearchAttempts.isRelaxed(words, for: request) && facets.total > 0
        return facets
    }

    /// Counts the articles that match a plan.
    static func tally(
        _ plan: SearchPlan, _ request: SearchRequest, _ source: any SearchSource, _ statistics: IndexStatistics
    ) throws -> FacetTally {
        let matcher = plan.patterns.isEmpty ? nil : try PatternMatcher(plan.patterns)
        let rows = try MatchingArticles(source, statistics).all(of: plan)
        let filter = rows.map(ArticleFilter.articles) ?? plan.wholeCondition ?? .always
        var tally = FacetTally(utcOffset: request.utcOffset, now: request.now)
        if let matcher {
            var found: [FacetValues] = []
            try source.forEachFacet(where: filter) { found.append($0) }
            for values in try matcher.filter(found, source, id: \.id) { tally.add(values) }
        } else {
            try source.forEachFacet(where: filter) { tally.add($0) }
        }
        return tally
    }
}
