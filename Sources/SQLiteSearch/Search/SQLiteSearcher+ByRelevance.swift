package import Articles
internal import QueryLanguage
internal import SQLite
package import SearchRanking
internal import TextAnalysis

extension SQLiteSearcher {
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
    /// matches, whether there are more, and whether the best are all.
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
            candidates = try candidates.filter { try matches(matcher, $0.id) }
            found.total = candidates.count
            found.isLowerBound = false
        }
        candidates.removeAll { $0.id >= place.end }
        let (ranked, parts) = try rerank(candidates, ranking, request)
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
        if !request.exhaustive, let quick = try best(index, groups, plan, limit, countsAll: request.countsAll) {
            found = quick
        } else {
            found = try collect(index, groups, plan, limit)
        }
        guard plan.index == nil, let all = try matchingNumbers(plan) else { return found }
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
        guard let phrases = try PhraseMatches.all(index, statistics) else { return nil }
        let hidden = plan.leavesOutHidden ? try hiddenRows() : []
        if PostingSearch.isSimple(index), plan.coverage == nil, plan.askedCondition == nil, plan.numbers == nil {
            if let (candidates, total) = try BlockMaxSearch.best(
                limit, of: index, phrases, groups, leavingOut: hidden, statistics)
            {
                return .init(candidates: candidates, total: total)
            }
            var search = WindowSearch(index, phrases, groups, leavingOut: hidden, statistics)
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

    /// The same from FTS5, row by row: where doclists cannot be read, and as a reference in tests.
    private func collect(
        _ index: IndexExpression, _ groups: [ScoringGroup], _ plan: SearchPlan, _ limit: Int
    ) throws -> WindowSearch.Found {
        collector.start(
            groups: groups, limit: plan.coverage == nil ? limit : .max, averageLength: statistics.averageLength)
        if plan.coverage != nil { collector.keepWeights() }
        var sql = "SELECT count(*) FROM article_index"
        var values: [SQLValue] = [.text(index.matchText().text)]
        if let condition = plan.wholeCondition.map({ SQLFragment($0) }) {
            sql += """
                 CROSS JOIN article a ON a.n = article_index.rowid WHERE article_index MATCH ?
                AND CASE WHEN \(condition.sql) THEN \(MatchCollector.functionName)(article_index) ELSE 0 END
                """
            values += condition.values
        } else {
            sql += " WHERE article_index MATCH ? AND \(MatchCollector.functionName)(article_index)"
        }
        let statement = try connection.prepare(sql)
        try statement.bind(values)
        while try statement.step() {}
        let found = collector.finish()
        guard plan.coverage != nil else { return .init(candidates: found, total: collector.count) }
        let minimum = collector.minimum(of: Ranking.relaxedShare)
        let kept = found.filter { $0.weight >= minimum.weight }.prefix(limit)
        return .init(candidates: Array(kept), total: minimum.count)
    }

    /// The expression that scores if the query as a whole is not an index expression.
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

    /// The candidates in their final order, reranked ones first, and the parts of their scores by article id if the
    /// request asks for an explanation.
    private func rerank(
        _ candidates: [Candidate], _ ranking: RelevanceQuery, _ request: SearchRequest
    ) throws -> (matches: [RankedMatch], parts: [Int64: [ScorePart]]) {
        try connection.checkDeadline()
        let reranks = request.reranks && !ranking.terms.isEmpty
        let rerankCount = min(ranking.rerankDepth, candidates.count)
        let rows = candidates.prefix(rerankCount).map { UInt32(clamping: $0.id) }.sorted()
        var reranker = reranks ? try Reranker(ranking, rows, statistics, readsTexts: request.exhaustive) : nil
        var matches: [RankedMatch] = []
        matches.reserveCapacity(candidates.count)
        var parts: [Int64: [ScorePart]] = [:]
        let known = statistics.facts
        for candidate in candidates.prefix(rerankCount) {
            try connection.checkDeadline()
            let facts = try known.facts(of: candidate.id)
            var match = RankedMatch(
                id: candidate.id, score: candidate.score, date: facts.date, foldKey: facts.foldKey)
            if let score = try reranker?.score(candidate.id, facts) {
                match.score = score.total
                if request.explain { parts[match.id] = score.parts }
            }
            matches.append(match)
        }
        if reranks {
            if request.recency { addRecency(to: &matches, &parts, explained: request.explain) }
            matches.sort(by: RankedMatch.precedes)
        }
        for candidate in candidates.dropFirst(rerankCount) {
            let foldKey = request.fold ? try known.facts(of: candidate.id).foldKey : 0
            matches.append(RankedMatch(id: candidate.id, score: candidate.score, foldKey: foldKey))
        }
        return (matches, parts)
    }

    /// Raises the scores of newer matches, by their age relative to the newest match.
    private func addRecency(
        to matches: inout [RankedMatch], _ parts: inout [Int64: [ScorePart]], explained: Bool
    ) {
        let newest = matches.reduce(0) { max($0, $1.date) }
        for index in matches.indices {
            let age = Double(newest - matches[index].date)
            let bonus = Ranking.recencyWeight * Ranking.half(age / Ranking.recencyHalfLife)
            if explained {
                let part = ScorePart(name: "recency", value: matches[index].score * bonus)
                parts[matches[index].id, default: []].append(part)
            }
            matches[index].score *= 1 + bonus
        }
    }
}
