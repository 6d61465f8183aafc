/// The numbers of articles of a saved search by hour. Hours count from 1970 in UTC.
public struct TrendCounts: Sendable, Equatable {
    /// The hours with articles, ascending.
    public private(set) var hours: [Int64] = []
    /// Prefix sums: element `i` is the number of articles before `hours[i]`, and the last element is the total.
    private var sums: [Int] = [0]

    /// - Parameter counts: the number of articles of each hour. Numbers below 1 are ignored.
    public init(_ counts: [Int64: Int] = [:]) {
        for (hour, count) in counts.sorted(by: { $0.key < $1.key }) where count > 0 {
            hours.append(hour)
            sums.append((sums.last ?? 0) + min(count, Int(UInt32.max)))
        }
    }

    public var total: Int { sums.last ?? 0 }

    /// The number of articles in the hours from `start` to `end`, excluding `end`.
    public func articles(from start: Int64, until end: Int64) -> Int {
        start < end ? sums[position(of: end)] - sums[position(of: start)] : 0
    }

    /// The index of the first hour with articles that is not before `hour`.
    func position(of hour: Int64) -> Int {
        var (low, high) = (0, hours.count)
        while low < high {
            let middle = (low + high) / 2
            if hours[middle] < hour { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The hour of a time in seconds since 1970.
    public static func hour(of seconds: Int64) -> Int64 {
        seconds >= 0 ? seconds / 3_600 : (seconds &+ 1) / 3_600 - 1
    }
}

/// The usual number of articles of a period: the median of earlier periods of the same length and weekday.
public struct UsualCount: Sendable, Equatable {
    /// Twice the median, because a median of integers may end in .5.
    public var doubled: Int

    init(doubled: Int) { self.doubled = doubled }

    /// Converts a stored value; nil if it is negative or too large.
    public init?(stored: Int64?) {
        guard let stored, stored >= 0, stored <= Int64(UInt32.max) * 2 else { return nil }
        doubled = Int(stored)
    }

    /// The number with at most one decimal, such as `12.5`.
    public var text: String { doubled % 2 == 0 ? "\(doubled / 2)" : "\(doubled / 2).5" }

    /// The maximum number of earlier periods.
    static let periods: Int64 = 28
    /// The minimum number of earlier periods that a usual number needs.
    static let minPeriods = 4

    /// The hours between the starts of two successive periods: the length rounded up to whole weeks.
    static func step(_ length: Int64) -> Int64 { (length + 167) / 168 * 168 }

    /// The number of hours before the end of a period whose counts its usual number depends on.
    public static func reach(_ length: Int64) -> Int64 { length + periods * step(length) }

    /// The median of up to 28 periods before the one that begins at `start`. Periods that begin before the first
    /// article are left out.
    ///
    /// - Returns: nil with fewer than four periods.
    public init?(of counts: TrendCounts, start: Int64, length: Int64) {
        guard let first = counts.hours.first else { return nil }
        var values: [Int] = []
        for back in 1...Self.periods {
            let earlier = start - back * Self.step(length)
            if earlier < first { break }
            values.append(counts.articles(from: earlier, until: earlier + length))
        }
        guard values.count >= Self.minPeriods else { return nil }
        values.sort()
        let middle = values.count / 2
        doubled = values.count % 2 == 1 ? values[middle] * 2 : values[middle - 1] + values[middle]
    }
}
