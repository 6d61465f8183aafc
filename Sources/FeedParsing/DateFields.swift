internal import Formats

/// What a date says, field by field, before it is known to be possible.
struct DateFields {
    var year: Int
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    /// Minutes east of UTC.
    var offsetMinutes = 0

    /// The moment, where the calendar and the clock have it: hour 24 only as midnight at the day's end, and second 60
    /// wherever it stands, because a leap second in another zone falls on any minute.
    var moment: Timestamp? {
        guard 1...9_999 ~= year, 1...12 ~= month, day >= 1, day <= CivilDate.length(ofMonth: month, year: year),
            0...24 ~= hour, 0...59 ~= minute, 0...60 ~= second, hour < 24 || (minute == 0 && second == 0),
            -1_439...1_439 ~= offsetMinutes
        else { return nil }
        var moment = Timestamp(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        moment.seconds -= Int64(offsetMinutes) * 60
        return CivilTime.fourDigitYears ~= moment.seconds ? moment : nil
    }

    /// RFC 2822 §4.3: 00...49 are of this century, 50...99 of the last.
    static func fullYear(_ twoDigits: Int) -> Int {
        twoDigits + (twoDigits < 50 ? 2_000 : 1_900)
    }

    /// Takes month and day from a day of the year, 1...366; false where the year is shorter.
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

    /// Takes year, month and day from an ISO week, 1...53, and its day, 1 = Monday.
    mutating func setWeek(_ week: Int, weekday: Int) -> Bool {
        guard 1...9_998 ~= year, 1...53 ~= week, 1...7 ~= weekday else { return false }
        // Week 1 is the one that holds 4 January.
        let fourthsWeekday = CivilDate(year: year, month: 1, day: 4).weekday
        if week == 53 {
            // A year has 53 weeks where it starts on a Thursday, or on a Wednesday and is a leap year.
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
