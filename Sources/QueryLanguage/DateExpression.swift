/// A date condition as entered by the user, before it is resolved to seconds with a clock and a time zone.
public enum DateExpression: Sendable, Hashable {
    /// A range from the start of the first point to the end of the last. A point that is nil leaves its end open; at
    /// most one is nil. `date:2024-05` has the same point at both ends.
    case between(DatePoint?, DatePoint?)
    /// `after:`: strictly after the end of the point.
    case after(DatePoint)
    /// `before:`: strictly before the start of the point.
    case before(DatePoint)
}

/// A period of the calendar, or a moment relative to now.
public enum DatePoint: Sendable, Hashable {
    /// `2024`
    case year(Int)
    /// `2024-05`
    case month(year: Int, month: Int)
    /// `2024-05-06`
    case day(year: Int, month: Int, day: Int)
    /// `7d`: this long before now. Without another end, it means the time since then.
    case ago(Int, DateUnit)
    /// `today`, `last-month`
    case named(NamedDate)
}

/// The units of a relative date. Months and years follow the calendar; the others have fixed lengths.
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

/// A range of Unix seconds; a nil end is open.
public struct DateRange: Sendable, Hashable {
    /// The first second in the range.
    public var lower: Int64?
    /// The first second after the range.
    public var upper: Int64?

    /// Creates a range from its ends.
    public init(lower: Int64?, upper: Int64?) {
        self.lower = lower
        self.upper = upper
    }

    /// Whether a second is in the range.
    public func contains(_ second: Int64) -> Bool {
        if let lower, second < lower { return false }
        if let upper, second >= upper { return false }
        return true
    }
}
