/// A date condition as typed, before a clock and a time zone make seconds of it.
public enum DateExpression: Sendable, Hashable {
    /// From the start of the first to the end of the last; an open end is nil, both are never nil.
    /// `date:2024-05` has the same point at both ends.
    case between(DatePoint?, DatePoint?)
    /// `after:`: strictly after the end of the point.
    case after(DatePoint)
    /// `before:`: strictly before the start of the point.
    case before(DatePoint)
}

/// A stretch of the calendar, or a moment counted back from now.
public enum DatePoint: Sendable, Hashable {
    /// `2024`
    case year(Int)
    /// `2024-05`
    case month(year: Int, month: Int)
    /// `2024-05-06`
    case day(year: Int, month: Int, day: Int)
    /// `7d`: that long before now. Alone it means the time since then.
    case ago(Int, DateUnit)
    /// `today`, `last-month`
    case named(NamedDate)
}

/// The units of a relative date. Months and years follow the calendar, the others are fixed lengths.
public enum DateUnit: Character, Sendable, Hashable, CaseIterable {
    case hour = "h"
    case day = "d"
    case week = "w"
    case month = "m"
    case year = "y"
}

/// Stretches of the calendar that move with the clock. Weeks begin on Monday (ISO 8601).
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

/// A stretch of time in Unix seconds; a nil end is open.
public struct DateRange: Sendable, Hashable {
    /// The first second that belongs to it.
    public var lower: Int64?
    /// The first second that no longer belongs to it.
    public var upper: Int64?

    /// Makes a range from its ends.
    public init(lower: Int64?, upper: Int64?) {
        self.lower = lower
        self.upper = upper
    }

    /// Whether a moment lies inside.
    public func contains(_ second: Int64) -> Bool {
        if let lower, second < lower { return false }
        if let upper, second >= upper { return false }
        return true
    }
}
