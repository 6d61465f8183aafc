/// A moment: whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Timestamp: Sendable, Hashable, Comparable {
    public var seconds: Int64

    public init(seconds: Int64) { self.seconds = seconds }

    public static func < (a: Self, b: Self) -> Bool { a.seconds < b.seconds }

    /// The moment of a civil date and time in the proleptic Gregorian calendar, UTC.
    ///
    /// - Parameters: month 1...12, day 1...31, others as on a clock; overflow carries into the next unit.
    public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        // Days from civil, Howard Hinnant: <https://howardhinnant.github.io/date_algorithms.html#days_from_civil>.
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        seconds = Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    /// `2024-05-06T07:08:09Z` (RFC 3339); years outside 0000...9999 are clamped.
    public var rfc3339: String {
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let time = Int(seconds - days * 86_400)
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthIndex + 2) / 5 + 1
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        let year = min(9_999, max(0, yearOfEra + era * 400 + (month <= 2 ? 1 : 0)))
        func digits(_ number: Int64, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T"
            + "\(digits(Int64(time / 3_600), 2)):\(digits(Int64(time / 60 % 60), 2)):\(digits(Int64(time % 60), 2))Z"
    }
}
