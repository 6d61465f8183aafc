internal import Articles
internal import SearchRanking

/// Pages sorted by date: from dates in memory if all matches are known (`KnownDateSearch`), otherwise by reading rows
/// of articles in the order of their dates.
struct DateSearch {
    private let source: any SearchSource
    private let statistics: IndexStatistics
    private var matching: MatchingArticles { MatchingArticles(source, statistics) }

    init(_ source: any SearchSource, _ statistics: IndexStatistics) {
        self.source = source
        self.statistics = statistics
    }

    /// - Parameter cursor: the start of the page; nil for the first page.
    /// - Throws: `StorageError.badCursor` if the cursor belongs to a search by relevance.
    func page(of search: CompiledSearch, after cursor: SearchCursor?) throws -> SearchPage {
        var place: DatePlace?
        if case .dated(let date, let n) = cursor?.place { place = DatePlace(date: date, id: n) }
        if case .ranked = cursor?.place { throw StorageError.badCursor }
        return try page(search.request, search.plan, after: place, counts: true)
    }

    /// - Parameter counts: whether the total is needed; if false, matches are counted only if that costs nothing.
    func page(
        _ request: SearchRequest, _ plan: SearchPlan, after first: DatePlace?, counts: Bool
    ) throws -> SearchPage {
        var place = first
        var (rows, windows) = try matchingArticles(request, plan)
        if !request.exhaustive, plan.patterns.isEmpty, let matches = rows {
            let search = KnownDateSearch(request, statistics)
            if let page = try search.page(matches, after: place, where: windows) { return page }
            if windows != nil {
                let passing = try matching.passing(matches, plan, leavingOut: [])
                if let page = try search.page(passing, after: place, where: nil) { return page }
                rows = passing
            }
        }
        let filter = rows.map(ArticleFilter.articles) ?? plan.wholeCondition ?? .always
        let matcher = try PatternMatcher(plan.patterns)
        let folding =
            request.fold && request.limit > 0
            ? FoldingByDate(
                source, statistics, filter, plan.patterns.isEmpty ? nil : matcher,
                newestFirst: request.sort != .oldest)
            : nil
        var page = SearchPage()
        if let rows, plan.patterns.isEmpty {
            page.total = rows.count
        } else if plan.patterns.isEmpty, counts {
            let limit = request.countsAll || request.exhaustive ? nil : FirstStageLimits.current.exactTotal
            page.total = try source.count(where: filter, upTo: limit.map { $0 + 1 })
            page.totalIsLowerBound = limit.map { page.total > $0 } ?? false
        }
        // Folding may leave the page too short, in which case more rows are read.
        while let next = try addRows(&page, request, filter, plan.patterns.isEmpty ? nil : matcher, folding, place) {
            place = next
        }
        if request.limit == 0 { page.cursor = nil }
        return page
    }

    /// The articles that match a plan, and the filter that they must still pass, if any. If many articles match, this
    /// filter is evaluated window by window.
    private func matchingArticles(
        _ request: SearchRequest, _ plan: SearchPlan
    ) throws -> (rows: [UInt32]?, filter: FilteredWindows?) {
        guard !request.exhaustive, !request.countsAll, plan.patterns.isEmpty, plan.coverage == nil, plan.numbers == nil,
            plan.index != nil, let condition = plan.askedCondition, try !condition.isReadAsWhole(source, statistics)
        else { return (try matching.all(of: plan, exhaustive: request.exhaustive), nil) }
        var words = plan
        words.askedCondition = nil
        let rows = try matching.all(of: words) ?? []
        if FirstStageLimits.current.countsMost(of: rows.count) {
            return (try matching.passing(rows, plan, leavingOut: []), nil)
        }
        return (rows, try FilteredWindows(condition, numbers: nil, source, statistics))
    }

    /// Appends the matches after a place to a page.
    ///
    /// - Parameter matcher: evaluates the regular expressions; nil if there are none.
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
            found = try matcher.filter(found, source, id: \.id)
            page.total += found.count
        }
        try folding?.readGroups(of: found)
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
            page.dates.append(match.date)
        }
        return matcher == nil && count > request.limit ? last : nil
    }
}
