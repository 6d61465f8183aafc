/// A date condition as entered by the user. It is converted to seconds later, using a clock and a time zone.
public enum DateExpression: Sendable, Hashable {
    /// A range from the start of the first point to the end of the last. If a point is nil, the range is open on that
    /// side; at most one point is nil. For `date:2024-05`, both points are the same.
    case between(DatePoint?, DatePoint?)
    /// The value of `after:`: strictly after the end of the point.
    case after(DatePoint)
    /// The value of `before:`: strictly before the start of the point.
    case before(DatePoint)
}

/// A period of the calendar, or a moment relative to now.
public enum DatePoint: Sendable, Hashable {
    /// A year, such as `2024`.
    case year(Int)
    /// A month, such as `2024-05`.
    case month(year: Int, month: Int)
    /// A day, such as `2024-05-06`.
    case day(year: Int, month: Int, day: Int)
    /// A moment before now, such as `7d`. On its own or at the start of a range, it means the time from that moment.
    case ago(Int, DateUnit)
    /// A named period, such as `today` or `last-month`.
    case named(NamedDate)
}

/// The units of a relative date. Months and years follow the calendar; the other units have fixed lengths.
public enum DateUnit: Character, Sendable, Hashable, CaseIterable {
    case hour = "h"
    case day = "d"
    case week = "w"
    case month = "m"
    case year = "y"
}

/// Calendar periods relative to today. Weeks begin on Monday (ISO 8601).
public enum NamedDate: String, Sendable, Hashable, CaseIterable {
    case today
    case yesterday
    case thisWeek = "this-week"
    case lastWeek = "last-week"
    case thisMonth = "this-month"
    case lastMonth = "last-month"
    case thisYear = "this-year"
    case lastYear = "last-year"
}

/// A range of Unix seconds. If an end is nil, the range is open on that side.
public struct DateRange: Sendable, Hashable {
    /// The first second in the range.
    public var lower: Int64?
    /// The first second after the range.
    public var upper: Int64?

    public init(lower: Int64?, upper: Int64?) {
        self.lower = lower
        self.upper = upper
    }

    /// Whether a Unix second is in the range.
    public func contains(_ second: Int64) -> Bool {
        if let lower, second < lower { return false }
        if let upper, second >= upper { return false }
        return true
    }
}
