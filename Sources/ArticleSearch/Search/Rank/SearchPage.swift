internal import Articles
internal import SearchRanking

/// The hits of one page before their fields are set.
struct SearchPage {
    var hits: [SearchHit] = []
    /// The dates of the hits, if they are sorted by date.
    var dates: [Int64] = []
    var total = 0
    var totalIsLowerBound = false
    /// The start of the next page; nil on the last page.
    var cursor: SearchCursor?
}

extension SearchAnswer {
    /// - Parameter words: how words were matched.
    init(_ page: SearchPage, of request: SearchRequest, _ words: QueryCompiler.WordMatching) {
        self.init()
        hits = page.hits
        total = page.total
        totalIsLowerBound = page.totalIsLowerBound
        relaxed = SearchAttempts.isRelaxed(words, for: request) && page.total > 0
        var next = page.cursor
        next?.words = words
        cursor = next?.text(of: request)
    }
}
