internal import Articles
internal import SearchRanking

/// Matches in page order, with near-duplicates folded.
struct RankedMatches {
    var matches: [RankedMatch]
    /// The parts of the scores, by article id.
    var parts: [Int64: [ScorePart]]
    /// The number of all matches, not only those in `matches`.
    var total: Int
    var totalIsLowerBound: Bool
    /// Whether `matches` contains all matches, not only the best.
    var isAll: Bool
}

/// Cuts pages from ranked matches.
struct RelevancePaging {
    private let request: SearchRequest
    private let ranking: RelevanceQuery

    init(_ request: SearchRequest, _ ranking: RelevanceQuery) {
        self.request = request
        self.ranking = ranking
    }

    /// - Parameters:
    ///   - arrivals: the number of articles stored since the first page.
    ///   - ranked: returns the best matches, given the number of candidates of the first stage.
    ///   - addUnranked: adds to `RankedMatch.folded` the matches of the same group that were not ranked.
    func page(
        after place: RankedPlace, arrivals: Int, ranked: (Int) throws -> RankedMatches,
        addUnranked: (inout [RankedMatch]) throws -> Void
    ) throws -> SearchPage {
        var needed = max(Ranking.rerankCount, ranking.rerankDepth, place.count + request.limit + 1) + arrivals
        while true {
            let ranked = try ranked(needed)
            let rest = place.rest(of: ranked.matches)
            // After folding, the page may be too short.
            if rest.count <= request.limit, !ranked.isAll {
                needed *= 2
                continue
            }
            var shown = Array(rest.prefix(request.limit))
            if request.fold, !ranked.isAll { try addUnranked(&shown) }
            var page = SearchPage()
            page.total = ranked.total
            page.totalIsLowerBound = ranked.totalIsLowerBound
            page.hits = shown.map { match in
                var hit = SearchHit(id: match.id)
                hit.score = match.score
                hit.folded = match.folded
                if request.explain { hit.scoreParts = ranked.parts[match.id] ?? [] }
                return hit
            }
            if rest.count > request.limit, request.limit > 0 {
                page.cursor = SearchCursor(.ranked(place.adding(page.hits)))
            }
            return page
        }
    }
}
