/// A match on its way into a page. Small: dozens are sorted and folded for each page, most of them never shown.
struct RankedMatch {
    var n: Int64
    var score: Double
    var date: UInt32 = 0
    /// Its group of near-duplicates; 0 where it stands alone.
    var foldKey: UInt32 = 0
    /// How many near-duplicates stand behind this one.
    var folded = 0

    /// Better ones first; of equals the newer, then the later arrival.
    static func precedes(_ a: RankedMatch, _ b: RankedMatch) -> Bool {
        a.score != b.score ? a.score > b.score : (a.date, a.n) > (b.date, b.n)
    }
}
