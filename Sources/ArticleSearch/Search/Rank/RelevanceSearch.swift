internal import Articles
internal import SearchRanking

/// Pages sorted by relevance: first stage, regular expressions, reranking and folding.
struct RelevanceSearch {
    private let source: any SearchSource
    private let statistics: IndexStatistics

    init(_ source: any SearchSource, _ statistics: IndexStatistics) {
        self.source = source
        self.statistics = statistics
    }

    /// - Parameter cursor: the start of the page; nil for the first page.
    /// - Throws: `StorageError.badCursor` if the cursor belongs to a search by date.
    func page(of search: CompiledSearch, after cursor: SearchCursor?) throws -> SearchPage {
        var place = RankedPlace(end: statistics.endOfArticles)
        if case .dated = cursor?.place { throw StorageError.badCursor }
        if case .ranked(let known) = cursor?.place { place = known }
        guard place.otherEnds.isEmpty else { throw StorageError.badCursor }
        let request = search.request
        var plan = search.plan
        // The required weight depends on the best article; all pages use the best article of the first page.
        if plan.coverage != nil { plan.end = place.end }
        // Articles stored since the first page are also found, and are removed later.
        let arrivals = max(0, statistics.endOfArticles - place.end)
        return try RelevancePaging(request, search.ranking).page(
            after: place, arrivals: arrivals, ranked: { try rankedMatches($0, of: plan, search, place) },
            addUnranked: { try FoldedMatchCount(source, statistics).addUnranked(to: &$0, plan) })
    }

    /// - Parameter limit: the number of candidates of the first stage.
    private func rankedMatches(
        _ limit: Int, of plan: SearchPlan, _ search: CompiledSearch, _ place: RankedPlace
    ) throws -> RankedMatches {
        let request = search.request
        let depth = plan.patterns.isEmpty ? limit : .max
        var found = try FirstStage(source, statistics).top(depth, of: plan, search.ranking, request).joined(depth)
        var candidates = found.candidates
        let isAll = candidates.count < depth
        if !plan.patterns.isEmpty {
            candidates = try PatternMatcher(plan.patterns).filter(candidates, source, id: \.id)
            found.total = candidates.count
            found.isLowerBound = false
        }
        var addressed: AddressedArticles?
        if !plan.addressed.isEmpty {
            let hidden = plan.leavesOutHidden ? try source.hiddenArticles() : []
            let passing = try MatchingArticles(source, statistics).passing(plan.addressed, plan, leavingOut: hidden)
            let known = AddressedArticles(passing)
            candidates = known.added(to: candidates)
            addressed = known
        }
        candidates.removeAll { $0.id >= place.end }
        var (ranked, parts) = try CandidateReranking(statistics).rerank(
            candidates, search.ranking, request, places: place.count + request.limit)
        if let addressed { ranked = addressed.first(ranked, parts: &parts, explains: request.explain) }
        let ordered = place.shownFirst(ranked)
        return RankedMatches(
            matches: request.fold ? DuplicateFolding.fold(ordered) : ordered, parts: parts, total: found.total,
            totalIsLowerBound: found.isLowerBound, isAll: isAll)
    }
}
