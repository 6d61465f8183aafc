/// When segments of a level are merged, and how many: a search looks at two pages of each for a term, and to merge them
/// is to write them again.
public struct MergePolicy: Sendable {
    /// A small level is merged whole from so many segments on, for that takes a second at most.
    var maxSegments: Int
    /// So it is with the lowest level, whose segments are the smallest.
    var maxLowest: Int
    /// A level of more leaves than that (128 MB) is large.
    var smallLeaves = 16_384
    /// From so many segments of a large level on, the oldest `merged` become one: the transaction stays below some ten
    /// seconds, and an index of a million articles is written less than twice.
    var maxLarge: Int
    var merged: Int

    /// Between the transactions of a load.
    public static let duringLoad = MergePolicy(maxSegments: 16, maxLowest: 16, maxLarge: 64, merged: 16)
    /// Behind the last.
    public static let afterLoad = MergePolicy(maxSegments: 16, maxLowest: 5, maxLarge: 64, merged: 16)

    /// All of a level, from so many segments on.
    public static func all(from count: Int) -> MergePolicy {
        MergePolicy(maxSegments: count, maxLowest: count, maxLarge: count, merged: .max)
    }

    /// How many segments of the level are to be merged, the oldest ones; 0 for none.
    func count(of level: SegmentStructure.Level, isLowest: Bool) -> Int {
        let count = level.segments.count
        let leaves = level.segments.reduce(0) { $0 + $1.last - $1.first + 1 }
        if leaves > smallLeaves { return count >= max(2, maxLarge) ? min(count, merged) : 0 }
        return count >= max(2, isLowest ? maxLowest : maxSegments) ? count : 0
    }
}
