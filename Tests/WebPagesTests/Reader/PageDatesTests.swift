import Messages
import Testing

@testable import WebPages

@Suite struct PageDatesTests {
    // 2026-11-30 16:00:00 UTC, in a time zone one hour east of it.
    private static let now: Int64 = 1_796_054_400

    struct Moment {
        var hours: Int64
        var english, chinese: String
    }

    @Test(
        "A moment of today is a time, another one a date and a time, with the year if it is another",
        arguments: [
            Moment(hours: 0, english: "17:00", chinese: "17:00"),
            Moment(hours: -16, english: "01:00", chinese: "01:00"),
            Moment(hours: 6, english: "23:00", chinese: "23:00"),
            Moment(hours: -18, english: "29 Nov 23:00", chinese: "11月29日 23:00"),
            Moment(hours: 8, english: "1 Dec 01:00", chinese: "12月1日 01:00"),
            Moment(hours: -366 * 24, english: "29 Nov 2025 17:00", chinese: "2025年11月29日 17:00"),
        ])
    func moment(_ moment: Moment) {
        for (language, text) in [(Language.english, moment.english), (.simplifiedChinese, moment.chinese)] {
            let dates = PageDates(language, now: Self.now) { _ in 3600 }
            let shown = dates.moment(Self.now + moment.hours * 3600)
            #expect(shown.replacing("\u{A0}", with: " ") == text)
        }
    }
}
