import Messages
import Testing

@testable import WebPages

@Suite struct PageDatesTests {
    // 2026-11-30 16:00:00 UTC, in a time zone one hour east of it.
    private static let now: Int64 = 1_796_054_400

    @Test(
        "A moment of today is a time, another one a date and a time, with the year if it is another",
        arguments: [
            (0, "17:00", "17:00"), (-16 * 3600, "01:00", "01:00"), (6 * 3600, "23:00", "23:00"),
            (-18 * 3600, "29 Nov 23:00", "11月29日 23:00"), (8 * 3600, "1 Dec 01:00", "12月1日 01:00"),
            (-366 * 86400, "29 Nov 2025 17:00", "2025年11月29日 17:00"),
        ])
    func moment(_ distance: Int64, _ english: String, _ chinese: String) {
        for (language, text) in [(Language.english, english), (.simplifiedChinese, chinese)] {
            let dates = PageDates(language, now: Self.now) { _ in 3600 }
            #expect(dates.moment(Self.now + distance).replacing("\u{A0}", with: " ") == text)
        }
    }
}
