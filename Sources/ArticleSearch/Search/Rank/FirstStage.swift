internal import Articles
internal import PostingIndex
internal import SearchRanking

/// The first stage of ranking by relevance: the top k by BM25F and the number of matches, from doclists or, if these
/// are not sufficient, from the engine's own search.
struct FirstStage {
    private let source: any SearchSource
    private let statistics: IndexStatistics
    private var matching: MatchingArticles { MatchingArticles(source, statistics) }

    init(_ source: any SearchSource, _ statistics: IndexStatistics) {
        self.source = source
        self.statistics = statistics
    }

    /// The top `limit`, and the number of matches. Regular expressions are ignored.
    func topCandidates(
        _ limit: Int, of plan: SearchPlan, _ ranking: RelevanceQuery, _ request: SearchRequest
    ) throws -> WindowSearch.Found {
        guard let index = plan.index ?? Self.scoredExpression(plan) else { return .init() }
        let groups = ScoringGroup.groups(of: index, ranking)
        var found: WindowSearch.Found
        let engine = source.index.fullText
        if !request.exhaustive || engine == nil,
            let quick = try topByDoclists(limit, index, groups, plan, countsAll: request.countsAll)
        {
            found = quick
        } else {
            guard let engine else { throw MalformedIndexError() }
            found = try topByEngine(limit, engine, index, groups, plan)
        }
        guard plan.index == nil, let all = try matching.all(of: plan) else { return found }
        // Text and filter are alternatives. Articles that only the filter finds follow, newest first.
        let known = found.candidates.map { UInt32(clamping: $0.id) }.sorted()
        if found.candidates.count < limit {
            var rest = CandidateHeap(limit: limit - found.candidates.count)
            let others = SortedRows.subtracting(all, known)
            for (number, date) in zip(others, try statistics.facts.sortDates(of: others)) {
                rest.keep(.init(id: Int64(number), score: Double(date)))
            }
            found.candidates += rest.sorted().map { .init(id: $0.id, score: 0) }
        }
        return .init(candidates: found.candidates, total: all.count)
    }

    /// The expression to score if the query as a whole cannot be an index expression.
    private static func scoredExpression(_ plan: SearchPlan) -> IndexExpression? {
        let phrases = plan.scoredTexts.flatMap { scored in
            scored.units.runs.map { run in
                let (terms, isPrefix) = run.phrase()
                return IndexExpression.phrase(IndexPhrase(terms: terms, isPrefix: isPrefix, column: scored.column))
            }
        }
        return IndexExpression.disjunction(phrases)
    }

    /// Performs the first stage with doclists; returns nil if they are not sufficient.
    private func topByDoclists(
        _ limit: Int, _ index: IndexExpression, _ groups: [ScoringGroup], _ plan: SearchPlan, countsAll: Bool
    ) throws -> WindowSearch.Found? {
        let hidden = plan.leavesOutHidden ? try source.hiddenArticles() : []
        let isFiltered = plan.askedCondition != nil || plan.numbers != nil
        let isWhole = plan.coverage == nil && !isFiltered
        var known: [PhraseMatches]?
        if case .phrase(let phrase) = index, isWhole, !countsAll {
            switch try PhraseSearch.topCandidates(limit, of: phrase, groups, leavingOut: hidden, statistics) {
            case .found(let found): return found
            case .all(let matches): known = [matches]
            case nil: break
            }
        }
        guard let phrases = try known ?? PhraseMatches.all(index, statistics) else { return nil }
        let countsMost = countsAll || FirstStageLimits.current.countsMost(of: index.maxMatches(phrases))
        if PostingSearch.isSimple(index), plan.coverage == nil, isWhole || !countsMost {
            if isWhole,
                let (candidates, total) = try BlockMaxSearch.topCandidates(
                    limit, of: index, phrases, groups, leavingOut: hidden, statistics)
            {
                return .init(candidates: candidates, total: total)
            }
            let filter =
                isFiltered
                ? try FilteredWindows(plan.askedCondition, numbers: plan.numbers, source, statistics) : nil
            var search = WindowSearch(index, phrases, groups, leavingOut: hidden, where: filter, statistics)
            return try search.topCandidates(limit, countsAll: countsAll)
        }
        var search = try PostingSearch(index, phrases, statistics)
        try search.keep { try matching.passing($0, plan, leavingOut: hidden) }
        guard plan.coverage != nil else {
            return .init(candidates: try search.topCandidates(limit, groups), total: search.rows.count)
        }
        let weights = try search.weights(groups)
        let minimum = Coverage.minimum(of: Ranking.relaxedShare, weights)
        let found = try search.topCandidates(limit, groups, weights: weights, minimumWeight: minimum.weight)
        return .init(candidates: found, total: minimum.count)
    }

    /// Performs the first stage with the engine's own search. Used if doclists cannot be read, and as a reference in
    /// tests.
    private func topByEngine(
        _ limit: Int, _ engine: any FullTextEngine, _ index: IndexExpression, _ groups: [ScoringGroup],
        _ plan: SearchPlan
    ) throws -> WindowSearch.Found {
        let isCovered = plan.coverage != nil
        let found = try engine.topArticles(
            isCovered ? .max : limit, matching: index, where: plan.wholeCondition, groups,
            averageLength: statistics.averageLength, keepsWeights: isCovered)
        guard isCovered else { return .init(candidates: found.candidates, total: found.total) }
        let minimum = Coverage.minimum(of: Ranking.relaxedShare, found.weights)
        let kept = found.candidates.filter { $0.weight >= minimum.weight }.prefix(limit)
        return .init(candidates: Array(kept), total: minimum.count)
    }
}
