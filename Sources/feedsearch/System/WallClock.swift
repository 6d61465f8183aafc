import Formats
import Glibc

/// Time of day and of the monotonic clock, and the reader's time zone.
enum WallClock {
    /// Seconds of a clock that never goes back.
    static func monotonicSeconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Seconds since 1970.
    static func now() -> Int64 { Int64(time(nil)) }

    /// `2024-05-06 07:08` in the local time zone, or in UTC.
    static func minute(_ seconds: Int64, utc: Bool) -> String {
        CivilTime.minute(utc ? seconds : seconds + Int64(secondsEastOfUTC(at: seconds)))
    }

    /// How far local time is ahead of UTC at a moment.
    static func secondsEastOfUTC(at seconds: Int64) -> Int {
        var when = time_t(seconds)
        var parts = unsafe tm()
        unsafe localtime_r(&when, &parts)
        return unsafe Int(parts.tm_gmtoff)
    }
}
