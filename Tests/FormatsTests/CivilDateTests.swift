import Formats
import Foundation
import Testing

@Suite struct CivilDateTests {
    /// Foundation's calendar is Julian before October 1582. The Gregorian one repeats after 400 years, which are 146,097 days.
    @Test("Days and dates are those of Foundation, ten thousand years to each side")
    func conversions() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let bound = 3_652_425
        let days =
            [-bound, -719_529, -719_528, -719_468, -1, 0, 1, 11_016, 11_017, bound]
            + (0..<5_000).map { _ in Int.random(in: -bound...bound) }
        for days in days {
            let date = CivilDate(daysSinceEpoch: days)
            #expect(date.daysSinceEpoch == days)
            let cycles = days < 0 ? 26 : 0
            let moment = Date(timeIntervalSince1970: Double(days + cycles * 146_097) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: moment)
            #expect(date.year + cycles * 400 == parts.year, "\(days)")
            #expect(date.month == parts.month && date.day == parts.day, "\(days)")
            #expect(date.weekday == (try #require(parts.weekday) + 5) % 7, "\(days)")
        }
    }

    @Test("Each day has the next one after it, over 800 years")
    func succession() {
        var date = CivilDate(year: 1_599, month: 12, day: 31)
        for days in date.daysSinceEpoch + 1..<date.daysSinceEpoch + 292_194 {
            let next = CivilDate(daysSinceEpoch: days)
            let isLast = date.day == CivilDate.length(ofMonth: date.month, year: date.year)
            #expect(isLast ? next.day == 1 : next.day == date.day + 1)
            #expect(date < next)
            date = next
        }
    }

    @Test("A day that a month does not have becomes its last one")
    func months() {
        let date = CivilDate(year: 2_024, month: 1, day: 31)
        #expect(date.adding(months: 1) == CivilDate(year: 2_024, month: 2, day: 29))
        #expect(date.adding(months: -11) == CivilDate(year: 2_023, month: 2, day: 28))
        #expect(date.adding(months: -12 * 2_030) == CivilDate(year: -6, month: 1, day: 31))
        #expect(date.adding(days: -31) == CivilDate(year: 2_023, month: 12, day: 31))
    }
}
