/// A match during ranking. It is small, because dozens are sorted and folded for each page and most are not shown.
package struct RankedMatch {
    package var id: Int64
    package var score: Double
    package var date: UInt32 = 0
    /// The article's group of near-duplicates; 0 if the article has none.
    package var foldKey: UInt32 = 0
    /// The number of near-duplicates folded into this match.
    package var folded = 0

    package init(id: Int64, score: Double, date: UInt32 = 0, foldKey: UInt32 = 0, folded: Int = 0) {
        self.id = id
        self.score = score
        self.date = date
        self.foldKey = foldKey
        self.folded = folded
    }

    /// Orders matches by score, highest first. Matches with equal scores are ordered by date, newest first, and then by
    /// id, highest first.
    package static func precedes(_ a: RankedMatch, _ b: RankedMatch) -> Bool {
        a.score != b.score ? a.score > b.score : (a.date, a.id) > (b.date, b.id)
    }
}
