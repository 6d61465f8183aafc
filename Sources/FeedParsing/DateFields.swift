internal import Formats

/// The fields of a date as written, before they are validated.
struct DateFields {
    var year: Int
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    /// The offset of the time zone in minutes east of UTC.
    var offsetMinutes = 0

    /// The moment; nil if the date or time does not exist. Hour 24 is valid only as midnight at the end of the day.
    /// Second 60 is valid in every minute, since a leap second can occur in any minute of a zone's local time.
    var moment: Timestamp? {
        guard 1...9_999 ~= year, 1...12 ~= month, day >= 1, day <= CivilDate.length(ofMonth: month, year: year),
            0...24 ~= hour, 0...59 ~= minute, 0...60 ~= second, hour < 24 || (minute == 0 && second == 0),
            -1_439...1_439 ~= offsetMinutes
        else { return nil }
        var moment = Timestamp(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        moment.seconds -= Int64(offsetMinutes) * 60
        return CivilTime.fourDigitYears ~= moment.seconds ? moment : nil
    }

    /// The year for two digits: 00...49 are 2000...2049, and 50...99 are 1950...1999 (RFC 2822 §4.3).
    static func fullYear(_ twoDigits: Int) -> Int {
        twoDigits + (twoDigits < 50 ? 2_000 : 1_900)
    }

    /// Sets month and day from a day of the year in 1...366; returns false if the year has no such day.
    mutating func setDayOfYear(_ number: Int) -> Bool {
        guard number >= 1, number <= (CivilDate.isLeap(year) ? 366 : 365) else { return false }
        month = 1
        day = number
        while day > CivilDate.length(ofMonth: month, year: year) {
            day -= CivilDate.length(ofMonth: month, year: year)
            month += 1
        }
        return true
    }

    /// Sets year, month and day from an ISO week in 1...53 and a weekday in 1...7, where 1 is Monday. Returns false if
    /// the year has no such week.
    mutating func setWeek(_ week: Int, weekday: Int) -> Bool {
        guard 1...9_998 ~= year, 1...53 ~= week, 1...7 ~= weekday else { return false }
        // Week 1 is the week that contains 4 January.
        let fourthsWeekday = CivilDate(year: year, month: 1, day: 4).weekday
        if week == 53 {
            // A year has 53 weeks if it begins on a Thursday, or is a leap year that begins on a Wednesday.
            let firstsWeekday = CivilDate(year: year, month: 1, day: 1).weekday
            guard firstsWeekday == 3 || (firstsWeekday == 2 && CivilDate.isLeap(year)) else { return false }
        }
        let ordinal = 4 - fourthsWeekday + (week - 1) * 7 + weekday - 1
        if ordinal < 1 {
            year -= 1
            return setDayOfYear(ordinal + (CivilDate.isLeap(year) ? 366 : 365))
        }
        let length = CivilDate.isLeap(year) ? 366 : 365
        if ordinal > length {
            year += 1
            return setDayOfYear(ordinal - length)
        }
        return setDayOfYear(ordinal)
    }
}
