/// A match on its way into a page. Small: dozens are sorted and folded for each page, most of them never shown.
package struct RankedMatch {
    package var n: Int64
    package var score: Double
    package var date: UInt32 = 0
    /// Its group of near-duplicates; 0 where it stands alone.
    package var foldKey: UInt32 = 0
    /// How many near-duplicates stand behind this one.
    package var folded = 0

    package init(n: Int64, score: Double, date: UInt32 = 0, foldKey: UInt32 = 0, folded: Int = 0) {
        self.n = n
        self.score = score
        self.date = date
        self.foldKey = foldKey
        self.folded = folded
    }

    /// Better ones first; of equals the newer, then the later arrival.
    package static func precedes(_ a: RankedMatch, _ b: RankedMatch) -> Bool {
        a.score != b.score ? a.score > b.score : (a.date, a.n) > (b.date, b.n)
    }
}
