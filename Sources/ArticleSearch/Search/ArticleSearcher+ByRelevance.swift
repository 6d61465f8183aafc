package import Articles
internal import PostingIndex
package import SearchRanking

extension ArticleSearcher {
    /// A page of the matches, sorted by relevance.
    package func byRelevance(
        _ request: SearchRequest, _ plan: SearchPlan, _ ranking: RelevanceQuery, _ cursor: SearchCursor?
    ) throws -> SearchPage {
        var place = RankedPlace(end: statistics.endOfArticles)
        if case .dated = cursor?.place { throw StorageError.badCursor }
        if case .ranked(let known) = cursor?.place { place = known }
        var plan = plan
        // The required weight depends on the best article; all pages use that of the first page.
        if plan.coverage != nil { plan.end = place.end }
        // Articles stored since the first page are found too, and removed.
        let arrivals = max(0, statistics.endOfArticles - place.end)
        var needed = max(Ranking.rerankCount, place.count + request.limit + 1) + arrivals
        var page = SearchPage()
        while true {
            let (matches, parts, total, isLowerBound, isAll) = try matches(
                request, plan, ranking, place, limit: needed)
            let rest = place.rest(of: matches)
            // Folding may leave the page too short.
            if rest.count <= request.limit, !isAll {
                needed *= 2
                continue
            }
            page.total = total
            page.totalIsLowerBound = isLowerBound
            var shown = Array(rest.prefix(request.limit))
            if request.fold, !isAll { try countFolded(&shown, plan) }
            page.hits = shown.map { match in
                var hit = SearchHit(id: match.id)
                hit.score = match.score
                hit.folded = match.folded
                if request.explain { hit.scoreParts = parts[match.id] ?? [] }
                return hit
            }
            if rest.count > request.limit, request.limit > 0 {
                page.cursor = SearchCursor(.ranked(place.adding(page.hits)))
            }
            return page
        }
    }

    /// The best matches in page order with near-duplicates folded, the parts of their scores, the number of all
    /// matches, whether that is a lower bound, and whether the best are all matches.
    private func matches(
        _ request: SearchRequest, _ plan: SearchPlan, _ ranking: RelevanceQuery, _ place: RankedPlace, limit: Int
    ) throws -> (
        matches: [RankedMatch], parts: [Int64: [ScorePart]], total: Int, isLowerBound: Bool, isAll: Bool
    ) {
        var found = try candidates(
            plan, ranking, limit: plan.patterns.isEmpty ? limit : .max, request)
        var candidates = found.candidates
        let isAll = candidates.count < limit || !plan.patterns.isEmpty
        if !plan.patterns.isEmpty {
            let matcher = try PatternMatcher(plan.patterns)
            let isMatch = try matches(matcher, candidates.map(\.id))
            candidates = candidates.indices.filter { isMatch[$0] }.map { candidates[$0] }
            found.total = candidates.count
            found.isLowerBound = false
        }
        candidates.removeAll { $0.id >= place.end }
        let (ranked, parts) = try rerank(candidates, ranking, request, places: place.count + request.limit)
        let ordered = place.shownFirst(ranked)
        let unfolded = request.fold ? DuplicateFolding.fold(ordered) : ordered
        return (unfolded, parts, found.total, found.isLowerBound, isAll)
    }

    /// The best matches of the first stage, and the number of all matches.
    private func candidates(
        _ plan: SearchPlan, _ ranking: RelevanceQuery, limit: Int, _ request: SearchRequest
    ) throws -> WindowSearch.Found {
        guard let index = plan.index ?? wantedExpression(plan) else { return .init() }
        let groups = groups(index, ranking)
        var found: WindowSearch.Found
        let engine = source.index.fullText
        if !request.exhaustive || engine == nil,
            let quick = try best(index, groups, plan, limit, countsAll: request.countsAll)
        {
            found = quick
        } else {
            guard let engine else { throw MalformedIndexError() }
            found = try best(by: engine, index, groups, plan, limit)
        }
        guard plan.index == nil, let all = try matchingArticles(plan) else { return found }
        // Text and filters are alternatives: articles that only a filter finds follow, newest first.
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

    /// The first stage from doclists; nil if they are not sufficient.
    private func best(
        _ index: IndexExpression, _ groups: [ScoringGroup], _ plan: SearchPlan, _ limit: Int, countsAll: Bool
    ) throws -> WindowSearch.Found? {
        let hidden = plan.leavesOutHidden ? try source.hiddenArticles() : []
        let isFiltered = plan.askedCondition != nil || plan.numbers != nil
        let isWhole = plan.coverage == nil && !isFiltered
        var known: [PhraseMatches]?
        if case .phrase(let phrase) = index, isWhole, !countsAll {
            switch try PhraseSearch.best(limit, of: phrase, groups, leavingOut: hidden, statistics) {
            case .found(let found): return found
            case .all(let matches): known = [matches]
            case nil: break
            }
        }
        guard let phrases = try known ?? PhraseMatches.all(index, statistics) else { return nil }
        let countsMost = countsAll || FirstStageLimits.current.countsMost(of: index.maxMatches(phrases))
        if PostingSearch.isSimple(index), plan.coverage == nil, isWhole || !countsMost {
            if isWhole,
                let (candidates, total) = try BlockMaxSearch.best(
                    limit, of: index, phrases, groups, leavingOut: hidden, statistics)
            {
                return .init(candidates: candidates, total: total)
            }
            let filter = isFiltered ? try FilteredWindows(plan.askedCondition, numbers: plan.numbers, self) : nil
            var search = WindowSearch(index, phrases, groups, leavingOut: hidden, where: filter, statistics)
            return try search.best(limit, countsAll: countsAll)
        }
        var search = try PostingSearch(index, phrases, statistics)
        try search.keep { try kept($0, plan, leavingOut: hidden) }
        guard plan.coverage != nil else {
            return .init(candidates: try search.best(groups, limit: limit), total: search.rows.count)
        }
        let weights = try search.weights(groups)
        let minimum = Coverage.minimum(of: Ranking.relaxedShare, weights)
        let found = try search.best(groups, limit: limit, weights: weights, minimumWeight: minimum.weight)
        return .init(candidates: found, total: minimum.count)
    }

    /// The same from the engine's own search: if doclists cannot be read, and as a reference in tests.
    private func best(
        by engine: any FullTextEngine, _ index: IndexExpression, _ groups: [ScoringGroup], _ plan: SearchPlan,
        _ limit: Int
    ) throws -> WindowSearch.Found {
        let isCovered = plan.coverage != nil
        let found = try engine.best(
            isCovered ? .max : limit, matching: index, where: plan.wholeCondition, groups,
            averageLength: statistics.averageLength, keepsWeights: isCovered)
        guard isCovered else { return .init(candidates: found.candidates, total: found.total) }
        let minimum = Coverage.minimum(of: Ranking.relaxedShare, found.weights)
        let kept = found.candidates.filter { $0.weight >= minimum.weight }.prefix(limit)
        return .init(candidates: Array(kept), total: minimum.count)
    }

    /// The expression to score if the query as a whole is not an index expression.
    private func wantedExpression(_ plan: SearchPlan) -> IndexExpression? {
        let phrases = plan.scoredTexts.flatMap { wanted in
            wanted.units.runs.map { run in
                let (terms, isPrefix) = run.phrase()
                return IndexExpression.phrase(IndexPhrase(terms: terms, isPrefix: isPrefix, column: wanted.column))
            }
        }
        return IndexExpression.disjunction(phrases)
    }

    /// The weight of a term that is not in the query itself: a synonym or a form of a word.
    private static let otherWeight = 0.1

    /// Groups the phrases of the expression that count as one term: the forms of a word. Excluded phrases do not score.
    package func groups(_ expression: IndexExpression, _ ranking: RelevanceQuery) -> [ScoringGroup] {
        var groups: [[UInt8]: ScoringGroup] = [:]
        var order: [[UInt8]] = []
        let excluded = expression.excludedPhrases
        for (number, phrase) in expression.matchText().phrases.enumerated() where !excluded.contains(number) {
            var key: [UInt8] = []
            var weight = 0.0
            for term in phrase.terms {
                // A word and its stem are two index terms.
                let known =
                    ranking.number(ofIndexTerm: term) ?? ranking.number(ofIndexTerm: [WordForms.stemMark] + term)
                key += known.map { ranking.terms[$0].text } ?? term
                key.append(0)
                weight += known.map { ranking.terms[$0].weight } ?? Self.otherWeight
            }
            if groups[key] == nil { order.append(key) }
            groups[key, default: .init(phrases: [], weight: weight)].phrases.append(number)
        }
        return order.compactMap { groups[$0] }
    }
}
