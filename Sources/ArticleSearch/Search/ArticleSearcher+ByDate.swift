package import Articles
package import SearchRanking

extension ArticleSearcher {
    /// A page of the matches, sorted by date.
    package func byDate(_ request: SearchRequest, _ plan: SearchPlan, _ cursor: SearchCursor?) throws -> SearchPage {
        var place: DatePlace?
        if case .dated(let date, let n) = cursor?.place { place = DatePlace(date: date, id: n) }
        if case .ranked = cursor?.place { throw StorageError.badCursor }
        let rows = try matchingArticles(plan, exhaustive: request.exhaustive)
        if !request.exhaustive, plan.patterns.isEmpty, let rows, let page = try byKnownDates(request, rows, place) {
            return page
        }
        let filter = rows.map(ArticleFilter.articles) ?? plan.wholeCondition ?? .always
        let matcher = try PatternMatcher(plan.patterns)
        let folding =
            request.fold && request.limit > 0
            ? FoldingByDate(
                searcher: self, filter, plan.patterns.isEmpty ? nil : matcher, newestFirst: request.sort != .oldest)
            : nil
        var page = SearchPage()
        if plan.patterns.isEmpty { page.total = try rows?.count ?? source.count(where: filter) }
        // Folding may leave a page too short: then further rows are read.
        while let next = try addRows(&page, request, filter, plan.patterns.isEmpty ? nil : matcher, folding, place) {
            place = next
        }
        if request.limit == 0 { page.cursor = nil }
        return page
    }

    /// Appends the matches after a place to a page.
    ///
    /// - Parameter matcher: of regular expressions; nil for none.
    /// - Returns: the place to continue from; nil if the page is full or there are no more rows.
    private func addRows(
        _ page: inout SearchPage, _ request: SearchRequest, _ filter: ArticleFilter, _ matcher: PatternMatcher?,
        _ folding: FoldingByDate?, _ place: DatePlace?
    ) throws -> DatePlace? {
        var found = try source.dated(
            where: filter, after: place, newestFirst: request.sort != .oldest,
            limit: matcher == nil ? request.limit + 1 : nil)
        let count = found.count
        if let matcher {
            found = try matching(matcher, found)
            page.total += found.count
        }
        try folding?.look(up: found)
        var last = place
        for match in found {
            let before = last
            last = match
            var hit = SearchHit(id: match.id)
            if let folding {
                guard let folded = try folding.folded(behind: match.id) else { continue }
                hit.folded = folded
            }
            if page.hits.count == request.limit {
                if page.cursor == nil, !page.hits.isEmpty {
                    page.cursor = before.map { SearchCursor(.dated(date: $0.date, id: $0.id)) }
                }
                return nil
            }
            page.hits.append(hit)
        }
        return matcher == nil && count > request.limit ? last : nil
    }

    /// The page from the dates in `FactsBlock`s, without reading rows of articles.
    ///
    /// - Parameter rows: all matches, ascending.
    /// - Returns: nil if dates before 1970 or after 2106 need the rows.
    private func byKnownDates(_ request: SearchRequest, _ rows: [UInt32], _ place: DatePlace?) throws -> SearchPage? {
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
}
