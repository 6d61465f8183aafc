/// When to merge the segments of a level, and how many of them. Looking up a term reads two pages of each segment; a
/// merge rewrites all segments that it merges.
public struct MergePolicy: Sendable {
    /// A level with at most this many leaves (1 MB) is tiny. Single articles, and changed articles, are written as
    /// segments of a few leaves.
    var tinyLeaves = 256
    /// A tiny level with this many segments is merged completely, which takes about 10 ms. FTS5's `automerge` has the
    /// same default (<https://www.sqlite.org/fts5.html#the_automerge_configuration_option>).
    var maxTiny = 4
    /// A small level with this many segments is merged completely, which takes at most 1 s.
    var maxSegments: Int
    /// The value of `maxSegments` for the lowest level, which has the smallest segments.
    var maxLowest: Int
    /// A level with more leaves than this (128 MB) is large.
    var smallLeaves = 16_384
    /// In a large lowest level, the oldest segments that together have more than `smallLeaves` leaves are merged if
    /// there are at least this many. A load that commits several times a second creates small segments, and a merge
    /// must not delay new articles for long.
    var minLowestOfLarge = 5
    /// In a large level with this many segments, the oldest `merged` segments are merged, in a transaction of about 10
    /// s ([decision 2](../../docs/decisions/0002-index-in-fts5-segments.md)).
    var maxLarge: Int
    /// The value of `maxLarge` for a level whose segments have more than `hugeLeaves` (512 MB) on average, because
    /// merging 16 of them takes minutes.
    var maxHuge: Int
    var hugeLeaves = 131_072
    var merged: Int

    /// The policy between the transactions of a load.
    public static let duringLoad = MergePolicy(maxSegments: 16, maxLowest: 16, maxLarge: 16, maxHuge: 64, merged: 16)
    /// The policy after the last transaction of a load.
    public static let afterLoad = MergePolicy(maxSegments: 16, maxLowest: 5, maxLarge: 16, maxHuge: 64, merged: 16)

    /// Merges each level that has at least `count` segments completely.
    public static func all(from count: Int) -> MergePolicy {
        MergePolicy(
            maxTiny: count, maxSegments: count, maxLowest: count, maxLarge: count, maxHuge: count, merged: .max)
    }

    /// The number of the level's oldest segments to merge; 0 for no merge.
    func count(of level: SegmentStructure.Level, isLowest: Bool) -> Int {
        let count = level.segments.count
        var leaves = 0
        let oldest = level.segments.firstIndex { segment in
            leaves += segment.last - segment.first + 1
            return leaves > smallLeaves
        }
        guard let oldest else {
            let most = leaves <= tinyLeaves ? maxTiny : isLowest ? maxLowest : maxSegments
            return count >= max(2, most) ? count : 0
        }
        if isLowest, oldest + 1 >= minLowestOfLarge { return oldest + 1 }
        let all = level.segments.reduce(0) { $0 + $1.last - $1.first + 1 }
        return count >= max(2, all / count > hugeLeaves ? maxHuge : maxLarge) ? min(count, merged) : 0
    }
}
