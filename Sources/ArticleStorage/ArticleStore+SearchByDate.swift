internal import QueryLanguage
internal import SQLite
internal import TextAnalysis

extension ArticleStore {
    /// A page of the matches by their date.
    func byDate(_ request: SearchRequest, _ plan: SearchPlan, _ cursor: SearchCursor?) throws -> SearchPage {
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
                if !MatchCollector.Candidate.precedes(cursor.candidate(sign: sign), candidate) { continue }
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
