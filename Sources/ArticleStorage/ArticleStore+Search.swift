internal import QueryLanguage
internal import SQLite
internal import TextAnalysis

extension ArticleStore {
    /// Answers one page of a search.
    ///
    /// - Throws: `QuerySyntaxError` where a saved search inside the query is broken; `StorageError`.
    /// - Complexity: newest and oldest read the matches once; relevance scores each match once and looks closely at
    ///   `Ranking.rerankCount` of them.
    public func search(_ request: SearchRequest) throws -> SearchAnswer {
        try guarded {
            try connection.snapshot {
                try statistics.refresh()
                var strict = try answer(request, matchesAny: request.match == .any)
                guard strict.total == 0, request.after == nil else { return strict }
                if request.fields == .everything { strict.suggestion = try suggestion(for: request) }
                guard request.match == .auto else { return strict }
                var relaxed = try answer(request, matchesAny: true)
                relaxed.relaxed = relaxed.total > 0
                relaxed.suggestion = strict.suggestion
                return relaxed
            }
        }
    }

    private func answer(_ request: SearchRequest, matchesAny: Bool) throws -> SearchAnswer {
        var compiler = QueryCompiler(store: self, request: request, matchesAny: matchesAny)
        var plan = try compiler.plan()
        let ranking = try RelevanceQuery(plan.wanted, statistics: statistics)
        guard !plan.isEmpty else { return SearchAnswer() }
        if matchesAny, request.match == .auto { plan.coverage = coverage(request.query, plan, ranking) }
        let cursor = try request.after.map(SearchCursor.init(text:))
        var page: SearchPage
        if request.sort != .relevance || (plan.index == nil && plan.wanted.isEmpty) {
            page = try byDate(request, plan, cursor)
        } else {
            page = try byRelevance(request, plan, ranking, cursor, relaxed: matchesAny && request.match == .auto)
        }
        var answer = SearchAnswer()
        answer.total = page.total
        if request.fields == .everything {
            try fill(&page.hits, ranking)
        } else {
            try fillIDs(&page.hits)
        }
        answer.hits = page.hits
        answer.cursor = page.cursor?.text
        if request.explain { answer.explanation = explanation(request, plan, ranking) }
        return answer
    }

    private func explanation(_ request: SearchRequest, _ plan: SearchPlan, _ ranking: RelevanceQuery)
        -> SearchExplanation
    {
        var out = SearchExplanation()
        out.query = request.query.description
        out.match = plan.index.map { $0.matchText().text } ?? ""
        out.filter = plan.condition?.sql ?? ""
        out.terms = ranking.terms.map {
            (String(decoding: $0.text, as: UTF8.self), $0.articles, $0.weight)
        }
        return out
    }
}

/// Hits of one page before they are filled.
struct SearchPage {
    var hits: [SearchHit] = []
    var total = 0
    var cursor: SearchCursor?
}

// MARK: - By date

extension ArticleStore {
    private func byDate(_ request: SearchRequest, _ plan: SearchPlan, _ cursor: SearchCursor?) throws -> SearchPage {
        if let page = try byKnownDates(request, plan, cursor) { return page }
        let descending = request.sort != .oldest
        let from = try source(plan)
        var page = SearchPage()
        if plan.patterns.isEmpty { page.total = try countMatches(plan) }
        var sql = "SELECT a.n, a.sort_date FROM \(from.sql)"
        var values = from.values
        if let cursor {
            sql += " AND (a.sort_date, a.n) \(descending ? "<" : ">") (?, ?)"
            values += [.integer(cursor.date), .integer(cursor.n)]
        }
        let direction = descending ? "DESC" : "ASC"
        sql += " ORDER BY a.sort_date \(direction), a.n \(direction)"
        if plan.patterns.isEmpty { sql += " LIMIT \(request.limit + 1)" }
        let matcher = try PatternMatcher(plan.patterns)
        let statement = try connection.prepare(sql)
        try statement.bind(values)
        var date: Int64 = 0
        while try statement.step() {
            let n = statement.integer(0)
            if !plan.patterns.isEmpty {
                guard try matches(matcher, n) else { continue }
                page.total += 1
            }
            if page.hits.count == request.limit {
                if page.cursor == nil, let last = page.hits.last { page.cursor = SearchCursor(date: date, n: last.n) }
                if plan.patterns.isEmpty { break }
                continue
            }
            page.hits.append(SearchHit(n: n))
            date = statement.integer(1)
        }
        if request.limit == 0 { page.cursor = nil }
        return page
    }

    /// The page from doclists and the dates that are kept in blocks: no match is looked up in the table of articles.
    ///
    /// - Returns: nil where only the tables can say it: other conditions than text, dates before 1970 or after 2106.
    private func byKnownDates(
        _ request: SearchRequest, _ plan: SearchPlan, _ cursor: SearchCursor?
    ) throws -> SearchPage? {
        guard !request.exhaustive, plan.patterns.isEmpty, plan.coverage == nil, let index = plan.index,
            var search = try PostingSearch(index, statistics)
        else { return nil }
        if plan.leavesOutHidden { search.leaveOut(try hiddenRows()) }
        if let condition = plan.askedCondition { try search.keep(condition) }
        let sign: Int64 = request.sort == .oldest ? -1 : 1
        var heap = CandidateHeap(limit: request.limit + 1)
        for row in search.rows {
            let n = Int64(row)
            let date = try statistics.facts.facts(of: n).date
            if date == 0 || date == .max { return nil }
            // Both orders are total, so that turning the signs round turns the order round.
            let candidate = MatchCollector.Candidate(n: sign * n, score: Double(sign * Int64(date)))
            if let cursor {
                let last = MatchCollector.Candidate(n: sign * cursor.n, score: Double(sign * cursor.date))
                if !MatchCollector.Candidate.precedes(last, candidate) { continue }
            }
            heap.keep(candidate)
        }
        var page = SearchPage()
        page.total = search.rows.count
        let found = heap.sorted()
        page.hits = found.prefix(request.limit).map { SearchHit(n: $0.n * sign) }
        if found.count > request.limit, request.limit > 0 {
            let last = found[request.limit - 1]
            page.cursor = SearchCursor(date: Int64(last.score) * sign, n: last.n * sign)
        }
        return page
    }

    /// FROM and WHERE of all that matches; always ends in a condition that AND can follow.
    func source(_ plan: SearchPlan) throws -> SQLFragment {
        var sql: String
        var values: [SQLValue] = []
        if let index = plan.index {
            sql = "article_index CROSS JOIN article a ON a.n = article_index.rowid WHERE article_index MATCH ?"
            values.append(.text(index.matchText().text))
            if let coverage = plan.coverage {
                let minimum = try coverage.minimumWeight ?? minimumWeight(coverage, index, plan.condition)
                sql += " AND \(MatchCollector.functionName)(article_index)"
                collector.start(groups: coverage.groups, limit: 0, averageLength: 1, minimumWeight: minimum)
            }
        } else {
            sql = "article a WHERE 1"
        }
        if let condition = plan.condition {
            sql += " AND " + condition.sql
            values += condition.values
        }
        return SQLFragment(sql: sql, values: values)
    }

    private func countMatches(_ plan: SearchPlan) throws -> Int {
        if plan.condition == nil, plan.coverage == nil, let index = plan.index {
            if let search = try PostingSearch(index, statistics) { return search.rows.count }
            return Int(
                try connection.integer(
                    "SELECT count(*) FROM article_index WHERE article_index MATCH ?",
                    [.text(index.matchText().text)]) ?? 0)
        }
        let from = try source(plan)
        let statement = try connection.prepare("SELECT count(*) FROM \(from.sql)")
        try statement.bind(from.values)
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    /// The articles that a plan with regular expressions finds, by number: SQL cannot say such a condition.
    func condition(matching plan: SearchPlan) throws -> SQLFragment {
        let from = try source(plan)
        let matcher = try PatternMatcher(plan.patterns)
        let statement = try connection.prepare("SELECT a.n FROM \(from.sql)")
        try statement.bind(from.values)
        var numbers: [String] = []
        while try statement.step() {
            let n = statement.integer(0)
            if try matches(matcher, n) { numbers.append(String(n)) }
        }
        return SQLFragment(sql: "a.n IN (\(numbers.joined(separator: ",")))")
    }

    func matches(_ matcher: PatternMatcher, _ n: Int64) throws -> Bool {
        let statement = try connection.cachedStatement("SELECT title, body FROM article_text WHERE n = ?")
        defer { statement.reset() }
        statement.bind(n, at: 1)
        guard try statement.step() else { return false }
        return matcher.matches(title: statement.text(0), body: statement.text(1))
    }
}

// MARK: - By relevance

extension ArticleStore {
    private func byRelevance(
        _ request: SearchRequest, _ plan: SearchPlan, _ ranking: RelevanceQuery, _ cursor: SearchCursor?, relaxed: Bool
    ) throws -> SearchPage {
        let offset = cursor?.offset ?? 0
        let needed = max(Ranking.rerankCount, offset + request.limit + 1)
        var (candidates, total) = try candidates(
            plan, ranking, limit: plan.patterns.isEmpty ? needed : .max, exhaustively: request.exhaustive)
        var page = SearchPage()
        if !plan.patterns.isEmpty {
            let matcher = try PatternMatcher(plan.patterns)
            candidates = try candidates.filter { try matches(matcher, $0.n) }
            total = candidates.count
        }
        page.total = total
        let (ranked, foldKeys) = try rerank(candidates, ranking, request)
        let unfolded = request.fold ? try DuplicateFolding(store: self).fold(ranked, keys: foldKeys) : ranked
        page.hits = Array(unfolded.dropFirst(offset).prefix(request.limit))
        if unfolded.count > offset + request.limit, request.limit > 0 {
            page.cursor = SearchCursor(offset: offset + request.limit)
        }
        return page
    }

    /// The best matches by the first stage, and how many match.
    private func candidates(
        _ plan: SearchPlan, _ ranking: RelevanceQuery, limit: Int, exhaustively: Bool
    ) throws -> ([MatchCollector.Candidate], Int) {
        guard let index = plan.index ?? wantedExpression(plan) else { return ([], 0) }
        let groups = groups(index, ranking)
        var found: [MatchCollector.Candidate]
        var total: Int
        if !exhaustively, var search = try PostingSearch(index, statistics) {
            if plan.leavesOutHidden { search.leaveOut(try hiddenRows()) }
            if let condition = plan.askedCondition { try search.keep(condition) }
            (found, total) = try best(&search, groups, plan, limit)
        } else {
            (found, total) = try collect(index, groups, plan, limit)
        }
        guard plan.index == nil, let condition = plan.condition else { return (found, total) }
        // Text and filters are alternatives: what only a filter finds comes after what has the words.
        let known = Set(found.map(\.n))
        let rest = try connection.prepare(
            "SELECT a.n FROM article a WHERE \(condition.sql) ORDER BY a.sort_date DESC, a.n DESC")
        try rest.bind(condition.values)
        total = 0
        while try rest.step() {
            total += 1
            let n = rest.integer(0)
            if found.count < limit, !known.contains(n) { found.append(.init(n: n, score: 0)) }
        }
        return (found, total)
    }

    private func best(
        _ search: inout PostingSearch, _ groups: [MatchCollector.Group], _ plan: SearchPlan, _ limit: Int
    ) throws -> ([MatchCollector.Candidate], Int) {
        guard plan.coverage != nil else { return (try search.best(groups, limit: limit), search.rows.count) }
        let weights = search.weights(groups)
        let minimum = MatchCollector.minimum(of: Ranking.relaxedShare, weights)
        let found = try search.best(groups, limit: limit, weights: weights, minimumWeight: minimum.weight)
        return (found, minimum.count)
    }

    /// The same from FTS5, row by row: for what doclists alone cannot say, and what the quicker way is tested against.
    private func collect(
        _ index: IndexExpression, _ groups: [MatchCollector.Group], _ plan: SearchPlan, _ limit: Int
    ) throws -> ([MatchCollector.Candidate], Int) {
        collector.start(
            groups: groups, limit: plan.coverage == nil ? limit : .max, averageLength: statistics.averageLength)
        if plan.coverage != nil { collector.keepWeights() }
        var sql = "SELECT count(*) FROM article_index"
        var values: [SQLValue] = [.text(index.matchText().text)]
        if let condition = plan.condition {
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
        guard plan.coverage != nil else { return (found, collector.count) }
        let minimum = collector.minimum(of: Ranking.relaxedShare)
        return (Array(found.filter { $0.weight >= minimum.weight }.prefix(limit)), minimum.count)
    }

    /// What scores where the query as a whole is no index expression.
    private func wantedExpression(_ plan: SearchPlan) -> IndexExpression? {
        let phrases = plan.wanted.flatMap { wanted in
            wanted.units.runs.map { run in
                let (terms, isPrefix) = run.phrase()
                return IndexExpression.phrase(IndexPhrase(terms: terms, isPrefix: isPrefix, column: wanted.column))
            }
        }
        return IndexExpression.disjunction(phrases)
    }

    /// Phrases of the expression that count as one term: the forms of a word. What is excluded does not score.
    func groups(_ expression: IndexExpression, _ ranking: RelevanceQuery) -> [MatchCollector.Group] {
        var groups: [[UInt8]: MatchCollector.Group] = [:]
        var order: [[UInt8]] = []
        let excluded = expression.excludedPhrases
        for (number, phrase) in expression.matchText().phrases.enumerated() where !excluded.contains(number) {
            var key: [UInt8] = []
            var weight = 0.0
            for term in phrase.terms {
                let base = term.first == WordForms.stemMark ? Array(term.dropFirst()) : term
                key += base + [0]
                weight +=
                    ranking.weight(ofIndexTerm: term) ?? ranking.weight(ofIndexTerm: [WordForms.stemMark] + base) ?? 0.1
            }
            if groups[key] == nil { order.append(key) }
            groups[key, default: .init(phrases: [], weight: weight)].phrases.append(number)
        }
        return order.compactMap { groups[$0] }
    }

    /// The candidates in their final order, those that were looked at closely first, and of these the keys of folding.
    private func rerank(
        _ candidates: [MatchCollector.Candidate], _ ranking: RelevanceQuery, _ request: SearchRequest
    ) throws -> (hits: [SearchHit], foldKeys: [UInt32]) {
        let closeCount = min(ranking.closeLookCount, candidates.count)
        var close: [(hit: SearchHit, date: UInt32, foldKey: UInt32)] = []
        close.reserveCapacity(closeCount)
        var look =
            request.closeLook && !ranking.terms.isEmpty
            ? try CloseLook(ranking, statistics, readsUnits: request.exhaustive) : nil
        for candidate in candidates.prefix(closeCount) {
            let facts = try statistics.facts.facts(of: candidate.n)
            var hit = SearchHit(n: candidate.n)
            hit.score = candidate.score
            if let score = try look?.score(candidate.n, facts) {
                hit.score = score.total
                if request.explain { hit.scoreParts = score.parts }
            }
            close.append((hit, facts.date, facts.foldKey))
        }
        if request.closeLook, !ranking.terms.isEmpty {
            if request.recency, let newest = close.map(\.date).max() {
                for index in close.indices {
                    let age = Double(newest - close[index].date)
                    let bonus = Ranking.recencyWeight * Ranking.half(age / Ranking.recencyHalfLife)
                    if request.explain {
                        close[index].hit.scoreParts.append(
                            ScorePart(name: "recency", value: close[index].hit.score * bonus))
                    }
                    close[index].hit.score *= 1 + bonus
                }
            }
            close.sort {
                $0.hit.score != $1.hit.score ? $0.hit.score > $1.hit.score : ($0.date, $0.hit.n) > ($1.date, $1.hit.n)
            }
        }
        let rest = candidates.dropFirst(closeCount).map { candidate in
            var hit = SearchHit(n: candidate.n)
            hit.score = candidate.score
            return hit
        }
        return (close.map(\.hit) + rest, close.map(\.foldKey))
    }
}

/// Where the next page begins.
struct SearchCursor {
    var offset = 0
    var date: Int64 = 0
    var n: Int64 = 0

    init(offset: Int) { self.offset = offset }

    init(date: Int64, n: Int64) {
        self.date = date
        self.n = n
    }

    init(text: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let offset = Int(parts[0]), let date = Int64(parts[1]), let n = Int64(parts[2]),
            offset >= 0, offset <= 10_000_000
        else { throw StorageError.badCursor }
        self.offset = offset
        self.date = date
        self.n = n
    }

    var text: String { "\(offset).\(date).\(n)" }
}
