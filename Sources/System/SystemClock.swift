private import Glibc

/// The time of day, a clock that never goes back, and the reader's time zone: a value, so that anyone who asks decides what time
/// it is.
public struct SystemClock: Sendable {
    /// Seconds since 1970.
    public var now: @Sendable () -> Int64
    /// Seconds of a clock that never goes back.
    public var monotonicSeconds: @Sendable () -> Double
    /// Seconds that local time is ahead of UTC at a moment, given in seconds since 1970.
    public var secondsEastOfUTC: @Sendable (Int64) -> Int

    public init(
        now: @escaping @Sendable () -> Int64, monotonicSeconds: @escaping @Sendable () -> Double,
        secondsEastOfUTC: @escaping @Sendable (Int64) -> Int = { _ in 0 }
    ) {
        self.now = now
        self.monotonicSeconds = monotonicSeconds
        self.secondsEastOfUTC = secondsEastOfUTC
    }

    /// The clocks of this machine, in its time zone.
    public static let system = SystemClock(
        now: { Int64(time(nil)) },
        monotonicSeconds: {
            var time = timespec()
            unsafe clock_gettime(CLOCK_MONOTONIC, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        },
        secondsEastOfUTC: { seconds in
            var when = time_t(seconds)
            var parts = unsafe tm()
            unsafe localtime_r(&when, &parts)
            return unsafe Int(parts.tm_gmtoff)
        })

    /// The same clock for a reader in UTC.
    public var utc: SystemClock {
        SystemClock(now: now, monotonicSeconds: monotonicSeconds)
    }

    /// Milliseconds since a moment of `monotonicSeconds`, to the microsecond.
    public func milliseconds(since started: Double) -> Double {
        ((monotonicSeconds() - started) * 1e6).rounded() / 1e3
    }
}
