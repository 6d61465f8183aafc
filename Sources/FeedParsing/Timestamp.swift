internal import Formats

/// A moment in whole seconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Timestamp: Sendable, Hashable, Comparable {
    public var seconds: Int64

    public init(seconds: Int64) { self.seconds = seconds }

    public static func < (a: Self, b: Self) -> Bool { a.seconds < b.seconds }

    /// The moment of a date and time (UTC) in the proleptic Gregorian calendar.
    ///
    /// - Parameters: month 1...12, day 1...31, and a time as on a clock. Overflow is carried into the next unit.
    public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        let date = CivilDate(year: year, month: month, day: day)
        seconds = CivilTime(date, second: hour * 3_600 + minute * 60 + second).seconds
    }

    /// The moment in the form `2024-05-06T07:08:09Z` (RFC 3339). Years outside 1...9999 are clamped.
    public var rfc3339: String { CivilTime.rfc3339(seconds) }
}
