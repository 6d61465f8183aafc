import Formats
import Foundation
import Testing

@Suite struct CivilTimeTests {
    @Test("RFC 3339 and RFC 5322 texts are those of Foundation, from year 1 to 9999")
    func texts() {
        let internet = ISO8601DateFormatter()
        let mail = DateFormatter()
        mail.locale = Locale(identifier: "en_US_POSIX")
        mail.timeZone = .gmt
        mail.dateFormat = "EEE, dd MMM yyyy HH:mm:ss"
        // Foundation's formatters take dates before 1582 for Julian ones.
        for _ in 0..<2_000 {
            let seconds = Int64.random(in: -12_219_292_800...CivilTime.fourDigitYears.upperBound)
            let date = Date(timeIntervalSince1970: Double(seconds))
            let text = internet.string(from: date)
            #expect(CivilTime.rfc3339(seconds) == text)
            #expect(CivilTime.rfc5322(seconds) == mail.string(from: date) + " +0000")
            #expect(CivilTime.minute(seconds) == text.replacing("T", with: " ").prefix(16))
        }
    }

    @Test("Times that four digits of a year cannot write become the nearest that they can")
    func bounds() {
        #expect(CivilTime.rfc3339(.min) == "0001-01-01T00:00:00Z")
        #expect(CivilTime.rfc3339(.max) == "9999-12-31T23:59:59Z")
        #expect(CivilTime.rfc3339(-1) == "1969-12-31T23:59:59Z")
    }

    @Test("Seconds come back from day and second", arguments: [.min, -86_401, -86_400, -1, 0, 1, 86_399, 86_400, .max])
    func division(_ seconds: Int64) {
        let time = CivilTime(seconds: seconds)
        #expect((0..<86_400).contains(time.second))
        #expect(Int64(time.day) &* 86_400 &+ Int64(time.second) == seconds)
    }

    @Test("A time of a zone that the clock leaves out is the moment after the jump")
    func gap() {
        // Berlin, 31 March 2024: 02:00 becomes 03:00 at 01:00 UTC.
        let offset = { (seconds: Int64) in seconds < 1_711_846_800 ? 3_600 : 7_200 }
        let time = CivilTime(CivilDate(year: 2_024, month: 3, day: 31), second: 9_000)
        #expect(CivilTime(unixSeconds: time.unixSeconds(utcOffset: offset), utcOffset: offset).second == 12_600)
        #expect(CivilTime(unixSeconds: 1_711_846_799, utcOffset: offset).second == 7_199)
    }
}

/// Times far outside the calendar, which files and clients may hold.
@Suite struct ExtremeTimeTests {
    @Test(
        "A time at the limits of 64 bits becomes some time, in every zone",
        arguments: [Int64.min, Int64.min + 1, Int64.max - 1, Int64.max])
    func limits(_ seconds: Int64) {
        for offset in [-86_400, 0, 86_400] {
            let time = CivilTime(unixSeconds: seconds, utcOffset: { _ in offset })
            #expect(0..<86_400 ~= time.second)
            _ = (time.seconds, time.date, time.weekday, time.unixSeconds { _ in offset })
        }
        #expect(!CivilTime.rfc3339(seconds).isEmpty)
        #expect(CivilTime.fourDigitYears.contains(CivilTime.bounded(seconds: seconds)))
    }
}
