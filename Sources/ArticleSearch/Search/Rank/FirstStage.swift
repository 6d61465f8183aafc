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

    /// The candidates of one index.
    struct Top {
        /// The top k, best first, and the number of matches.
        var found = WindowSearch.Found()
        /// If text and filter are alternatives: articles that only the filter finds, newest first. Their scores are
        /// their dates.
        var unscored: [Candidate] = []
        /// The highest weight of a match; nil unless the plan has a coverage.
        var bestWeight = 0.0

        /// The top `limit` and the number of matches. Articles that only the filter finds follow the others.
        func joined(_ limit: Int) -> WindowSearch.Found {
            var found = found
            let rest = unscored.prefix(max(0, limit - found.candidates.count))
            found.candidates += rest.map { Candidate(id: $0.id, score: 0) }
            return found
        }
    }

    /// The top `limit`, and the number of matches. Regular expressions are ignored.
    func top(
        _ limit: Int, of plan: SearchPlan, _ ranking: RelevanceQuery, _ request: SearchRequest
    ) throws -> Top {
        guard let index = plan.index ?? Self.scoredExpression(plan) else { return Top() }
        let groups = ScoringGroup.groups(of: index, ranking)
        var top: Top
        let engine = source.index.fullText
        if !request.exhaustive || engine == nil,
            let quick = try topByDoclists(limit, index, groups, plan, countsAll: request.countsAll)
        {
            top = quick
        } else {
            guard let engine else { throw MalformedIndexError() }
            top = try topByEngine(limit, engine, index, groups, plan)
        }
        guard plan.index == nil, let all = try matching.all(of: plan) else { return top }
        let candidates = top.found.candidates
        if candidates.count < limit {
            var rest = CandidateHeap(limit: limit - candidates.count)
            let others = SortedRows.subtracting(all, candidates.map { UInt32(clamping: $0.id) }.sorted())
            for (number, date) in zip(others, try statistics.facts.sortDates(of: others)) {
                rest.keep(.init(id: Int64(number), score: Double(date)))
            }
            top.unscored = rest.sorted()
        }
        top.found = .init(candidates: candidates, total: all.count)
        return top
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
    ) throws -> Top? {
        let hidden = plan.leavesOutHidden ? try source.hiddenArticles() : []
        let isFiltered = plan.askedCondition != nil || plan.numbers != nil
        let isWhole = plan.coverage == nil && !isFiltered
        var known: [PhraseMatches]?
        if case .phrase(let phrase) = index, isWhole, !countsAll {
            switch try PhraseSearch.topCandidates(limit, of: phrase, groups, leavingOut: hidden, statistics) {
            case .found(let found): return Top(found: found)
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
                return Top(found: .init(candidates: candidates, total: total))
            }
            let filter =
                isFiltered
                ? try FilteredWindows(plan.askedCondition, numbers: plan.numbers, source, statistics) : nil
            var search = WindowSearch(index, phrases, groups, leavingOut: hidden, where: filter, statistics)
            return Top(found: try search.topCandidates(limit, countsAll: countsAll))
        }
        var search = try PostingSearch(index, phrases, statistics)
        try search.keep { try matching.passing($0, plan, leavingOut: hidden) }
        guard let coverage = plan.coverage else {
            return Top(found: .init(candidates: try search.topCandidates(limit, groups), total: search.rows.count))
        }
        let weights = try search.weights(groups)
        let minimum = coverage.minimum(weights)
        let found = try search.topCandidates(limit, groups, weights: weights, minimumWeight: minimum.weight)
        return Top(found: .init(candidates: found, total: minimum.count), bestWeight: weights.max() ?? 0)
    }

    /// Performs the first stage with the engine's own search. Used if doclists cannot be read, and as a reference in
    /// tests.
    private func topByEngine(
        _ limit: Int, _ engine: any FullTextEngine, _ index: IndexExpression, _ groups: [ScoringGroup],
        _ plan: SearchPlan
    ) throws -> Top {
        let found = try engine.topArticles(
            plan.coverage != nil ? .max : limit, matching: index, where: plan.wholeCondition, groups,
            averageLength: statistics.averageLength, keepsWeights: plan.coverage != nil)
        guard let coverage = plan.coverage else {
            return Top(found: .init(candidates: found.candidates, total: found.total))
        }
        let minimum = coverage.minimum(found.weights)
        let kept = found.candidates.filter { $0.weight >= minimum.weight }.prefix(limit)
        return Top(
            found: .init(candidates: Array(kept), total: minimum.count), bestWeight: found.weights.max() ?? 0)
    }
}
