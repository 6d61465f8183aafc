private import Glibc

/// The time of day, a monotonic clock and the user's time zone. Each is a closure that callers can replace.
public struct SystemClock: Sendable {
    /// Seconds since 1970.
    public var now: @Sendable () -> Int64
    /// The seconds of a monotonic clock.
    public var monotonicSeconds: @Sendable () -> Double
    /// The seconds by which local time is ahead of UTC at a given Unix time.
    public var secondsEastOfUTC: @Sendable (Int64) -> Int

    public init(
        now: @escaping @Sendable () -> Int64, monotonicSeconds: @escaping @Sendable () -> Double,
        secondsEastOfUTC: @escaping @Sendable (Int64) -> Int = { _ in 0 }
    ) {
        self.now = now
        self.monotonicSeconds = monotonicSeconds
        self.secondsEastOfUTC = secondsEastOfUTC
    }

    /// The clocks and the time zone of this machine.
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

    /// The same clocks with UTC as the time zone.
    public var utc: SystemClock {
        SystemClock(now: now, monotonicSeconds: monotonicSeconds)
    }

    /// Milliseconds since a value of `monotonicSeconds`, rounded to a microsecond.
    public func milliseconds(since started: Double) -> Double {
        ((monotonicSeconds() - started) * 1e6).rounded() / 1e3
    }
}
