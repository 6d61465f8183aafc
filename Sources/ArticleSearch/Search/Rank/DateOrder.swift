private import Formats

/// Sorts many articles by date.
package enum DateOrder {
    private static let placeBits: UInt64 = 24
    private static let secondsBeforeEpoch: Int64 = 62_135_596_800

    /// The indices of dates, oldest first; equal dates are ordered by index.
    ///
    /// A date between the years 1 and 9999 and its index are sorted as one number, which is three times as fast as
    /// sorting pairs.
    package static func places(of dates: [Int64]) -> [Int] {
        guard dates.count <= 1 << placeBits else {
            return dates.indices.sorted { (dates[$0], $0) < (dates[$1], $1) }
        }
        var keys = dates.indices.map { place in
            UInt64(CivilTime.bounded(seconds: dates[place]) + secondsBeforeEpoch) << placeBits | UInt64(place)
        }
        keys.sort()
        return keys.map { Int($0 & (1 << placeBits - 1)) }
    }
}
