internal import Articles
internal import SearchRanking

/// The first stage of a page: a request, with its query compiled for one way of matching words.
struct CompiledSearch {
    let request: SearchRequest
    /// Which articles match.
    var plan: SearchPlan
    /// Which terms score.
    let ranking: RelevanceQuery

    /// - Returns: nil if nothing of the query remains, for example because it is only punctuation.
    /// - Throws: `QuerySyntaxError` if a saved search in the query is invalid; `StorageError`.
    init?(
        _ request: SearchRequest, _ words: QueryCompiler.WordMatching, scope: any QueryScope,
        _ statistics: any TermStatistics
    ) throws {
        var plan = try Self.plan(request, words, scope: scope)
        try statistics.prepare((plan.index?.terms ?? []) + plan.scoredTexts.flatMap(RelevanceQuery.indexTerms))
        let ranking = try RelevanceQuery(plan.scoredTexts, statistics)
        guard !plan.isEmpty else { return nil }
        if words == .any, request.match == .auto { plan.coverage = Coverage(request.query, plan, ranking) }
        self.request = request
        self.plan = plan
        self.ranking = ranking
    }

    /// The same search in another part of the library, with its own plan.
    init(_ other: CompiledSearch, plan: SearchPlan) {
        self = other
        self.plan = plan
        self.plan.coverage = other.plan.coverage
    }

    static func plan(
        _ request: SearchRequest, _ words: QueryCompiler.WordMatching, scope: any QueryScope
    ) throws -> SearchPlan {
        var compiler = try QueryCompiler(scope: scope, request: request, words: words)
        compiler.leavesOutUnknownForms = true
        return try compiler.plan()
    }

    /// Whether hits are sorted by date: true if the request asks for it or the query has no text.
    var isSortedByDate: Bool { request.sort != .relevance || (plan.index == nil && plan.scoredTexts.isEmpty) }
}
