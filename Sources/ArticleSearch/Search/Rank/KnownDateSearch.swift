internal import Articles
internal import SearchRanking

/// Pages sorted by date, using the dates in `FactsBlock`s without reading rows of articles.
struct KnownDateSearch {
    private let request: SearchRequest
    private let statistics: IndexStatistics
    /// 1 for newest first, -1 for oldest first.
    private let sign: Int64

    init(_ request: SearchRequest, _ statistics: IndexStatistics) {
        self.request = request
        self.statistics = statistics
        sign = request.sort == .oldest ? -1 : 1
    }

    /// An article with its date.
    private struct Dated {
        /// The score is the date. For oldest first, both score and id are negated, which reverses the order.
        var candidate: Candidate
        var foldKey: UInt32
    }

    /// The range of a page: after the first article (nil for the start), up to and including the second (nil for no
    /// end).
    private struct PageRange {
        var after: Candidate?
        var until: Candidate?

        func contains(_ candidate: Candidate) -> Bool {
            if let after, !Candidate.precedes(after, candidate) { return false }
            if let until, Candidate.precedes(until, candidate) { return false }
            return true
        }
    }

    /// - Parameters:
    ///   - rows: all matches, ascending.
    ///   - filter: nil for none. It is evaluated only for the matches that the page and the total require.
    /// - Returns: nil if there are dates before 1970 or after 2106, for which rows must be read, or if so few matches
    ///   pass the filter that it must be evaluated for all of them.
    func page(
        _ rows: [UInt32], after place: DatePlace?, where filter: FilteredWindows?
    ) throws -> SearchPage? {
        var range = PageRange(after: place.map { Candidate(id: sign &* $0.id, score: Double(sign) * Double($0.date)) })
        guard var dated = try dated(rows) else { return nil }
        if let filter {
            range.until = Self.last(of: Self.minFiltered + Self.filteredAPlace * request.limit, dated, range)
            dated = try passing(range, dated, filter)
        }
        var page = page(dated, range)
        guard let filter else {
            page.total = rows.count
            return page
        }
        if range.until != nil, page.cursor == nil, request.limit > 0 { return nil }
        (page.total, page.totalIsLowerBound) = try filter.count(rows, upTo: FirstStageLimits.current.exactTotal)
        return page
    }

    /// At most `minFiltered` articles, and `filteredAPlace` more for each hit of the page, are filtered in the order of
    /// dates.
    private static let minFiltered = 64
    private static let filteredAPlace = 16

    /// The matches with their dates; nil if the facts of any article lack its date.
    private func dated(_ rows: [UInt32]) throws -> [Dated]? {
        var dated: [Dated] = []
        dated.reserveCapacity(rows.count)
        for row in rows {
            let facts = try statistics.facts.facts(of: Int64(row))
            // 0 and the maximum stand for dates that do not fit into a `FactsBlock`.
            if facts.date == 0 || facts.date == .max { return nil }
            let candidate = Candidate(id: sign * Int64(row), score: Double(sign * Int64(facts.date)))
            dated.append(Dated(candidate: candidate, foldKey: facts.foldKey))
        }
        return dated
    }

    /// The last of the first `count` articles of a range; nil if there are fewer articles.
    private static func last(of count: Int, _ dated: [Dated], _ range: PageRange) -> Candidate? {
        var heap = CandidateHeap(limit: count)
        for article in dated where range.contains(article.candidate) { heap.keep(article.candidate) }
        let first = heap.sorted()
        return first.count < count ? nil : first.last
    }

    /// The articles of a page that pass a filter, together with all articles of their duplicate groups that pass it.
    private func passing(
        _ range: PageRange, _ dated: [Dated], _ filter: FilteredWindows
    ) throws -> [Dated] {
        let groups = Set(
            dated.lazy.filter { $0.foldKey != 0 && range.contains($0.candidate) }.map(\.foldKey))
        let wanted = dated.filter {
            range.contains($0.candidate) || $0.foldKey != 0 && groups.contains($0.foldKey)
        }
        let rows = Set(try filter.keep(wanted.map { UInt32(clamping: sign * $0.candidate.id) }))
        return wanted.filter { rows.contains(UInt32(clamping: sign * $0.candidate.id)) }
    }

    /// - Parameter dated: the matches, with either all or no members of each duplicate group.
    private func page(_ dated: [Dated], _ range: PageRange) -> SearchPage {
        var heap = CandidateHeap(limit: request.limit + 1)
        func keep(_ candidate: Candidate) { if range.contains(candidate) { heap.keep(candidate) } }
        var groups = FoldedGroups()
        for article in dated {
            if request.fold, article.foldKey != 0 {
                groups.add(article.candidate, article.foldKey)
            } else {
                keep(article.candidate)
            }
        }
        for first in groups.firsts { keep(first) }
        var page = SearchPage()
        let found = heap.sorted()
        page.dates = found.prefix(request.limit).map { Int64($0.score) * sign }
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
