private import Glibc

/// Nanoseconds of a monotonic clock, used for the loop's deadlines.
typealias Ticks = Int64

extension Ticks {
    static var now: Ticks {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Ticks(time.tv_sec) * 1_000_000_000 + Ticks(time.tv_nsec)
    }

    /// The value that means "no deadline".
    static let never = Ticks.max

    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        // Limit the time to about 100 years, so that the product cannot overflow.
        self = Swift.min(Swift.max(seconds, 0), 3_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
