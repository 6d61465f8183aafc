private import Formats

/// The order of dates, for many articles at once.
package enum DateOrder {
    private static let placeBits: UInt64 = 24
    private static let secondsBeforeEpoch: Int64 = 62_135_596_800

    /// The places of dates, oldest first; equal dates by their places.
    ///
    /// A date between the years 1 and 9999 and a place are sorted as one number, three times as fast as pairs.
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
