/// A day and a second of the day, as shown by a clock in a time zone. Leap seconds are ignored.
public struct CivilTime: Equatable, Sendable {
    /// Days after 1970-01-01.
    public var day: Int
    /// The second of the day, in 0..<86_400.
    public var second: Int

    public init(_ date: CivilDate, second: Int = 0) {
        day = date.daysSinceEpoch
        self.second = second
    }

    /// Creates the time that is a number of seconds after 1970-01-01T00:00:00 on the same clock. In UTC these are Unix
    /// seconds.
    public init(seconds: Int64) {
        let days = seconds >= 0 ? seconds / 86_400 : (seconds + 1) / 86_400 - 1
        day = Int(days)
        second = Int(seconds &- days &* 86_400)
    }

    /// The nearest Unix time within the years 1 to 9999, so that arithmetic on a malformed time cannot overflow.
    public static func bounded(seconds: Int64) -> Int64 { max(-62_135_596_800, min(253_402_300_799, seconds)) }

    /// The local time in a zone.
    ///
    /// - Parameter utcOffset: seconds east of UTC at a Unix time; 28,800 for Beijing.
    public init(unixSeconds: Int64, utcOffset: (Int64) -> Int) {
        self.init(seconds: unixSeconds &+ Int64(utcOffset(unixSeconds)))
    }

    /// Seconds since the same clock showed 1970-01-01T00:00:00.
    public var seconds: Int64 { Int64(day) &* 86_400 &+ Int64(second) }

    /// Converts this local time to Unix seconds. If the clock skips this local time, the result is the moment after the
    /// skip.
    public func unixSeconds(utcOffset: (Int64) -> Int) -> Int64 {
        let first = seconds &- Int64(utcOffset(seconds))
        return seconds &- Int64(utcOffset(first))
    }

    public var date: CivilDate { CivilDate(daysSinceEpoch: day) }

    /// The day of the week, from 0 for Monday to 6 for Sunday.
    public var weekday: Int { CivilDate.weekday(daysSinceEpoch: day) }

    /// The Unix seconds of the years 1 to 9999, UTC, which RFC 3339 can represent.
    public static let fourDigitYears: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
}
