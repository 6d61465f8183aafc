package import Articles
internal import QueryLanguage
internal import SQLite
package import SearchRanking
internal import TextAnalysis

extension SQLiteSearcher {
    /// A page of the matches, sorted by date.
    package func byDate(_ request: SearchRequest, _ plan: SearchPlan, _ cursor: SearchCursor?) throws -> SearchPage {
        var place: (date: Int64, id: Int64)?
        if case .dated(let date, let n) = cursor?.place { place = (date, n) }
        if case .ranked = cursor?.place { throw StorageError.badCursor }
        if let page = try byKnownDates(request, plan, place) { return page }
        let matcher = try PatternMatcher(plan.patterns)
        let folding =
            request.fold && request.limit > 0
            ? try FoldingByDate(searcher: self, plan, matcher, newestFirst: request.sort != .oldest) : nil
        let from = try source(plan)
        var page = SearchPage()
        if plan.patterns.isEmpty { page.total = try countMatches(plan) }
        // Folding may leave a page too short: then further rows are read.
        while let next = try addRows(&page, request, plan, from, matcher, folding, place) { place = next }
        if request.limit == 0 { page.cursor = nil }
        return page
    }

    /// Appends the matches after a place to a page.
    ///
    /// - Returns: the place to continue from; nil if the page is full or there are no more rows.
    private func addRows(
        _ page: inout SearchPage, _ request: SearchRequest, _ plan: SearchPlan, _ from: SQLFragment,
        _ matcher: PatternMatcher, _ folding: FoldingByDate?, _ place: (date: Int64, id: Int64)?
    ) throws -> (date: Int64, id: Int64)? {
        let descending = request.sort != .oldest
        var sql = "SELECT a.n, a.sort_date FROM \(from.sql)"
        var values = from.values
        if let place {
            sql += " AND (a.sort_date, a.n) \(descending ? "<" : ">") (?, ?)"
            values += [.integer(place.date), .integer(place.id)]
        }
        let direction = descending ? "DESC" : "ASC"
        sql += " ORDER BY a.sort_date \(direction), a.n \(direction)"
        if plan.patterns.isEmpty { sql += " LIMIT \(request.limit + 1)" }
        let statement = try connection.prepare(sql)
        try statement.bind(values)
        var count = 0
        var last = place
        while try statement.step() {
            let n = statement.integer(0)
            count += 1
            if !plan.patterns.isEmpty {
                guard try matches(matcher, n) else { continue }
                page.total += 1
            }
            let before = last
            last = (statement.integer(1), n)
            var hit = SearchHit(id: n)
            if let folding {
                guard let folded = try folding.folded(behind: n) else { continue }
                hit.folded = folded
            }
            if page.hits.count == request.limit {
                if page.cursor == nil, !page.hits.isEmpty {
                    page.cursor = before.map { SearchCursor(.dated(date: $0.date, id: $0.id)) }
                }
                if plan.patterns.isEmpty { return nil }
                continue
            }
            page.hits.append(hit)
        }
        return plan.patterns.isEmpty && count > request.limit ? last : nil
    }

    /// The articles that match a plan, its regular expressions and coverage left out, ascending; nil if the plan has
    /// neither text nor ids, or only FTS5 can evaluate its text.
    package func matchingNumbers(_ plan: SearchPlan) throws -> [UInt32]? {
        let hidden = plan.leavesOutHidden ? try hiddenRows() : []
        guard let index = plan.index else { return try plan.numbers.map { try kept($0, plan, leavingOut: hidden) } }
        guard var search = try PostingSearch(index, statistics) else { return nil }
        try search.keep { try kept($0, plan, leavingOut: hidden) }
        return search.rows
    }

    /// The rows that fulfil a plan's conditions other than its index expression, regular expressions and coverage.
    package func kept(_ rows: [UInt32], _ plan: SearchPlan, leavingOut hidden: [UInt32]) throws -> [UInt32] {
        var rows = SortedRows.subtracting(rows, hidden)
        if let end = plan.end { rows.removeAll { Int($0) >= end } }
        if let numbers = plan.numbers { rows = SortedRows.intersection(rows, numbers) }
        guard let condition = plan.askedCondition else { return rows }
        return try ArticleSets(self).keep(rows, where: condition)
    }

    /// The page from doclists and the dates in `FactsBlock`s, without reading rows of the table of articles.
    ///
    /// - Returns: nil if conditions other than text, or dates before 1970 or after 2106, need the tables.
    private func byKnownDates(
        _ request: SearchRequest, _ plan: SearchPlan, _ place: (date: Int64, id: Int64)?
    ) throws -> SearchPage? {
        guard !request.exhaustive, plan.patterns.isEmpty, plan.coverage == nil, let rows = try matchingNumbers(plan)
        else {
            return nil
        }
        let sign: Int64 = request.sort == .oldest ? -1 : 1
        var heap = CandidateHeap(limit: request.limit + 1)
        func keep(_ candidate: Candidate) {
            // Dates without an exact double are not in `FactsBlock`s.
            if let place {
                let last = Candidate(id: sign &* place.id, score: Double(sign) * Double(place.date))
                if !Candidate.precedes(last, candidate) { return }
            }
            heap.keep(candidate)
        }
        var groups = FoldedGroups()
        for row in rows {
            let n = Int64(row)
            let facts = try statistics.facts.facts(of: n)
            if facts.date == 0 || facts.date == .max { return nil }
            // Both orders are total: negated keys give the opposite order.
            let candidate = Candidate(id: sign * n, score: Double(sign * Int64(facts.date)))
            if request.fold, facts.foldKey != 0 { groups.add(candidate, facts.foldKey) } else { keep(candidate) }
        }
        for first in groups.firsts { keep(first) }
        var page = SearchPage()
        page.total = rows.count
        let found = heap.sorted()
        page.hits = found.prefix(request.limit).map { candidate in
            var hit = SearchHit(id: candidate.id * sign)
            hit.folded = groups.folded(behind: candidate.id)
            return hit
        }
        if found.count > request.limit, request.limit > 0 {
            let last = found[request.limit - 1]
            page.cursor = SearchCursor(.dated(date: Int64(last.score) * sign, id: last.id * sign))
        }
        return page
    }

    /// FROM and WHERE of all matches; ends in a condition, so that AND can be appended.
    package func source(_ plan: SearchPlan) throws -> SQLFragment {
        var sql: String
        var values: [SQLValue] = []
        if let index = plan.index {
            sql = "article_index CROSS JOIN article a ON a.n = article_index.rowid WHERE article_index MATCH ?"
            values.append(.text(index.matchText().text))
            if let coverage = plan.coverage {
                let minimum = try coverage.minimumWeight ?? minimumWeight(coverage, index, plan)
                sql += " AND \(MatchCollector.functionName)(article_index)"
                collector.start(groups: coverage.groups, limit: 0, averageLength: 1, minimumWeight: minimum)
            }
        } else {
            sql = "article a WHERE 1"
        }
        if let condition = plan.wholeCondition.map({ SQLFragment($0) }) {
            sql += " AND " + condition.sql
            values += condition.values
        }
        return SQLFragment(sql: sql, values: values)
    }

    package func countMatches(_ plan: SearchPlan) throws -> Int {
        if plan.coverage == nil, let rows = try matchingNumbers(plan) { return rows.count }
        if plan.wholeCondition == nil, plan.coverage == nil, let index = plan.index {
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

    /// The ids of all matches.
    ///
    /// - Parameter newestFirst: else in no order.
    package func matches(_ request: SearchRequest, newestFirst: Bool) throws -> [UInt32] {
        try statistics.postings.orFTS5 { try matchingNumbers(request, newestFirst: newestFirst) }
    }

    private func matchingNumbers(_ request: SearchRequest, newestFirst: Bool) throws -> [UInt32] {
        var compiler = try QueryCompiler(scope: self, request: request, words: .all)
        let plan = try compiler.plan()
        if plan.isEmpty { return [] }
        var numbers: [UInt32] = []
        if let rows = try matchingNumbers(plan) {
            numbers = rows
            if newestFirst {
                numbers = DateOrder.places(of: try statistics.facts.sortDates(of: rows)).reversed().map { rows[$0] }
            }
        } else {
            let from = try source(plan)
            let order = newestFirst ? "ORDER BY a.sort_date DESC, a.n DESC" : ""
            let statement = try connection.prepare("SELECT a.n FROM \(from.sql) \(order)")
            try statement.bind(from.values)
            while try statement.step() { numbers.append(UInt32(clamping: statement.integer(0))) }
        }
        return plan.patterns.isEmpty ? numbers : try matching(plan.patterns, among: numbers)
    }

    /// The articles of a list that match regular expressions.
    ///
    /// - Parameter isArrival: the articles are being stored: the time limit for arrivals applies to each.
    package func matching(
        _ patterns: [PatternCondition], among numbers: [UInt32], isArrival: Bool = false
    ) throws -> [UInt32] {
        var matcher = try PatternMatcher(patterns)
        if isArrival { matcher.timePerArticle = PatternMatcher.timeOnArrival }
        return try numbers.filter { try matches(matcher, Int64($0)) }
    }

    package func matches(_ matcher: PatternMatcher, _ n: Int64) throws -> Bool {
        let statement = try connection.cachedStatement(StoredTexts.titleAndBody)
        defer { statement.reset() }
        statement.bind(n, at: 1)
        guard try statement.step() else { return false }
        return try matcher.matches(n, title: statement.text(0), body: statement.text(1), until: connection.deadline)
    }
}
