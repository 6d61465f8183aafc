/// A day of the proleptic Gregorian calendar, and its arithmetic without any time zone.
///
/// The two conversions follow <https://howardhinnant.github.io/date_algorithms.html>.
struct CivilDay: Equatable, Comparable {
    var year: Int
    var month: Int
    var day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that lies so many days after 1970-01-01.
    init(daysSinceEpoch: Int) {
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days after 1970-01-01.
    var daysSinceEpoch: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// 0 for Monday to 6 for Sunday.
    var weekday: Int {
        let remainder = (daysSinceEpoch + 3) % 7
        return remainder < 0 ? remainder + 7 : remainder
    }

    /// The same day of another month, or that month's last day where it is shorter.
    func adding(months: Int) -> CivilDay {
        let index = year * 12 + month - 1 + months
        let newYear = index >= 0 ? index / 12 : (index - 11) / 12
        let newMonth = index - newYear * 12 + 1
        return CivilDay(
            year: newYear, month: newMonth, day: min(day, Self.length(ofMonth: newMonth, year: newYear)))
    }

    func adding(days: Int) -> CivilDay { CivilDay(daysSinceEpoch: daysSinceEpoch + days) }

    /// How many days a month has; `month` is 1...12.
    static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func < (left: CivilDay, right: CivilDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}
