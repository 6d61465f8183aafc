internal import Articles
internal import SearchRanking

/// The hits of one page before their fields are set.
struct SearchPage {
    var hits: [SearchHit] = []
    var total = 0
    var totalIsLowerBound = false
    /// The start of the next page; nil on the last page.
    var cursor: SearchCursor?
}
