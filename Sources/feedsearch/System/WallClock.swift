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
        var when = time_t(seconds)
        var parts = unsafe tm()
        if utc { unsafe gmtime_r(&when, &parts) } else { unsafe localtime_r(&when, &parts) }
        let date = unsafe [
            pad(Int(parts.tm_year) + 1900, 4), pad(Int(parts.tm_mon) + 1, 2), pad(Int(parts.tm_mday), 2),
        ]
        let time = unsafe [pad(Int(parts.tm_hour), 2), pad(Int(parts.tm_min), 2)]
        return date.joined(separator: "-") + " " + time.joined(separator: ":")
    }

    /// `2024-05-06T07:08:09Z` (RFC 3339).
    static func rfc3339(_ seconds: Int64) -> String {
        var when = time_t(seconds)
        var parts = unsafe tm()
        unsafe gmtime_r(&when, &parts)
        let date = unsafe [
            pad(Int(parts.tm_year) + 1900, 4), pad(Int(parts.tm_mon) + 1, 2), pad(Int(parts.tm_mday), 2),
        ]
        let time = unsafe [pad(Int(parts.tm_hour), 2), pad(Int(parts.tm_min), 2), pad(Int(parts.tm_sec), 2)]
        return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "Z"
    }

    /// How far local time is ahead of UTC at a moment.
    static func secondsEastOfUTC(at seconds: Int64) -> Int {
        var when = time_t(seconds)
        var parts = unsafe tm()
        unsafe localtime_r(&when, &parts)
        return unsafe Int(parts.tm_gmtoff)
    }

    private static func pad(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
