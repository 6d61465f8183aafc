import Formats
import Testing

@testable import FeedParsing

@Suite struct DateParserTests {
    private func utc(_ text: String) -> String? { DateParser.parse(text)?.rfc3339 }

    @Test(
        "A date in a common format is read",
        arguments: [
            ("2024-05-06T07:08:09Z", "2024-05-06T07:08:09Z"),
            ("2024-05-06t07:08:09.123456+08:00", "2024-05-05T23:08:09Z"),
            ("  2024-05-06T07:08:09-0330\n", "2024-05-06T10:38:09Z"),
            ("Mon, 06 May 2024 07:08:09 +0800", "2024-05-05T23:08:09Z"),
            ("6 May 2024 07:08:09 GMT", "2024-05-06T07:08:09Z"),
            ("Mon, 06 May 24 07:08 EST", "2024-05-06T12:08:00Z"),
            ("Mon, 6 May 2024 07:08:09 PDT (Pacific)", "2024-05-06T14:08:09Z"),
            ("Mon May  6 07:08:09 2024", "2024-05-06T07:08:09Z"),
            ("Mon May 06 07:08:09 CEST 2024", "2024-05-06T05:08:09Z"),
            ("Monday, 06-May-94 07:08:09 GMT", "1994-05-06T07:08:09Z"),
            ("1715036889", "2024-05-06T23:08:09Z"),
            ("1715036889123", "2024-05-06T23:08:09Z"),
            ("06 May 124 07:08:09 GMT", "2024-05-06T07:08:09Z"),
        ])
    func commonForms(_ text: String, _ expected: String) { #expect(utc(text) == expected) }

    @Test(
        "Every form of ISO 8601 is read",
        arguments: [
            ("2024", "2024-01-01T00:00:00Z"), ("2024-05", "2024-05-01T00:00:00Z"),
            ("20240506", "2024-05-06T00:00:00Z"), ("240506", "2024-05-06T00:00:00Z"),
            ("24-05-06", "2024-05-06T00:00:00Z"), ("-2405", "2024-05-01T00:00:00Z"),
            ("-24-05", "2024-05-01T00:00:00Z"), ("2024-127", "2024-05-06T00:00:00Z"),
            ("2024127", "2024-05-06T00:00:00Z"), ("24127", "2024-05-06T00:00:00Z"),
            ("2024-W19-1", "2024-05-06T00:00:00Z"), ("2024W191", "2024-05-06T00:00:00Z"),
            ("2024-W19", "2024-05-06T00:00:00Z"), ("2020-W53-7", "2021-01-03T00:00:00Z"),
            ("2021-W01-1", "2021-01-04T00:00:00Z"), ("2019-W01-1", "2018-12-31T00:00:00Z"),
            ("20240506T070809Z", "2024-05-06T07:08:09Z"), ("20240506T0708+0100", "2024-05-06T06:08:00Z"),
            ("2024-05-06T07", "2024-05-06T07:00:00Z"), ("2024-05-06T07.5Z", "2024-05-06T07:30:00Z"),
            ("2024-05-06T07:08,25", "2024-05-06T07:08:15Z"), ("2024-05-06 07:08:09 +08", "2024-05-05T23:08:09Z"),
            ("2024-5-6 7:8:9", "2024-05-06T07:08:09Z"), ("2024/05/06 07:08", "2024-05-06T07:08:00Z"),
            ("2024.05.06", "2024-05-06T00:00:00Z"), ("20240506070809", "2024-05-06T07:08:09Z"),
            ("2024-05-06+08:00", "2024-05-05T16:00:00Z"), ("2024-05-06T24:00:00Z", "2024-05-07T00:00:00Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
        ])
    func isoForms(_ text: String, _ expected: String) { #expect(utc(text) == expected) }

    @Test(
        "A date in another language is read",
        arguments: [
            ("2024年5月6日 下午3:04", "2024-05-06T07:04:00Z"), ("2024年5月6日星期一", "2024-05-06T00:00:00Z"),
            ("二〇二四年五月二十六日", "2024-05-26T00:00:00Z"), ("2024年05月06日 15点04分05秒", "2024-05-06T07:04:05Z"),
            ("2024年5月6日（月）午後3時4分", "2024-05-06T06:04:00Z"), ("令和6年5月6日 月曜日", "2024-05-06T00:00:00Z"),
            ("2024-05-06 오후 3:04:05", "2024-05-06T06:04:05Z"), ("2024년 5월 6일 월요일", "2024-05-06T00:00:00Z"),
            ("Mo, 06 Mai 2024 07:08:09 +0200", "2024-05-06T05:08:09Z"),
            ("6. März 2024, 15:04 Uhr", "2024-03-06T15:04:00Z"),
            ("lun., 06 févr. 2024 10:00:00 GMT", "2024-02-06T10:00:00Z"),
            ("mar. 5 mars 2024 à 15h04", "2024-03-05T15:04:00Z"),
            ("1er août 2024", "2024-08-01T00:00:00Z"), ("6 de mayo de 2024, 3:04 p. m.", "2024-05-06T15:04:00Z"),
            ("Пн, 06 мая 2024 07:08:09 +0300", "2024-05-06T04:08:09Z"),
            ("6 мая 2024 г. в 15:04", "2024-05-06T15:04:00Z"),
            ("2024. május 6. 15:04", "2024-05-06T15:04:00Z"),
            ("Δευ, 06 Μαΐου 2024 12:00:00 EET", "2024-05-06T10:00:00Z"),
            ("Κυρ, 11 Ιούλ 2004 12:00:00 EST", "2004-07-11T17:00:00Z"), ("6 maja 2024", "2024-05-06T00:00:00Z"),
            ("6 tháng 5, 2024", "2024-05-06T00:00:00Z"), ("6 Mayıs 2024 Pazartesi", "2024-05-06T00:00:00Z"),
            ("6 พฤษภาคม 2567", "2024-05-06T00:00:00Z"), ("٦ مايو ٢٠٢٤", "2024-05-06T00:00:00Z"),
        ])
    func languages(_ text: String, _ expected: String) { #expect(utc(text) == expected) }

    @Test(
        "A slip in the order or the zone is understood",
        arguments: [
            ("Thu Aug 30 2012 17:26:16 +0200", "2012-08-30T15:26:16Z"),
            ("May 6, 2024 at 3:04 PM", "2024-05-06T15:04:00Z"),
            ("May 6th, 2024 12:30 a.m. EST", "2024-05-06T05:30:00Z"), ("06/13/2024", "2024-06-13T00:00:00Z"),
            ("13/06/2024 07:08", "2024-06-13T07:08:00Z"), ("2024-13-06", "2024-06-13T00:00:00Z"),
            ("06.05.2024 07:08", "2024-05-06T07:08:00Z"), ("Fri, 2006/09/15 08:19:53 EDT", "2006-09-15T12:19:53Z"),
            ("Mon, 06 May 2024 07:08:09 GMT+8", "2024-05-05T23:08:09Z"),
            ("Mon, 06 May 2024 07:08 UTC-03:30", "2024-05-06T10:38:00Z"),
            ("Mon, 06 May 2024 07:08:09 XYZT", "2024-05-06T07:08:09Z"),
            ("Thrs, 01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
            ("Mon, 06 May 2024 07:08:09 Etc/GMT", "2024-05-06T07:08:09Z"),
            ("2024-05-06 07:08:09 JST", "2024-05-05T22:08:09Z"),
            ("Mon, 06 Jan 2025 24:00:00 GMT", "2025-01-07T00:00:00Z"),
            ("2003-07-01 T 01:55:07 -05:00", "2003-07-01T06:55:07Z"),
        ])
    func slips(_ text: String, _ expected: String) { #expect(utc(text) == expected) }

    @Test(
        "A zone named by a place or in words counts with the summer time of the day, wherever it is",
        arguments: [
            ("Wed, 12 Mar 2014 10:00:00 America/New_York", "2014-03-12T14:00:00Z"),
            ("Wed, 05 Mar 2014 10:00:00 america/new_york", "2014-03-05T15:00:00Z"),
            ("Tue, 26 Nov 2013 17:00:00 PST8PDT", "2013-11-27T01:00:00Z"),
            ("2023-10-05 20:16:00 Asia/Shanghai", "2023-10-05T12:16:00Z"),
            ("2023-10-05T20:16:00 Asia/Kolkata", "2023-10-05T14:46:00Z"),
            ("2023-10-05T20:16:00[Europe/Paris]", "2023-10-05T18:16:00Z"),
            ("Thu Oct 05 20:16:00 Europe/London 2023", "2023-10-05T19:16:00Z"),
            ("Thu Oct 05 20:16:00 PDT 2023", "2023-10-06T03:16:00Z"),
            ("Thu Oct 05 20:16:00 Eastern Daylight Time 2023", "2023-10-06T00:16:00Z"),
            ("Thu, 5 Oct 2023 20:16:00 Eastern Daylight Time", "2023-10-06T00:16:00Z"),
            ("Thu, 5 Jan 2023 20:16 (Pacific Standard Time)", "2023-01-06T04:16:00Z"),
            ("Thu, 5 Oct 2023 20:16:00 GMT-0700 (Pacific Daylight Time)", "2023-10-06T03:16:00Z"),
            ("Thu, 5 Oct 2023 20:16:00 Central European Summer Time", "2023-10-05T18:16:00Z"),
            ("5 July 2023 8:16 PM Eastern Time", "2023-07-06T00:16:00Z"),
            ("5 January 2023 8:16 PM Eastern Time", "2023-01-06T01:16:00Z"),
            ("2023-10-05 20:16:00 China Standard Time", "2023-10-05T12:16:00Z"),
            ("2023-10-05 20:16:00 Singapore", "2023-10-05T12:16:00Z"),
            ("Wed, 12 March 2014 at 10:00 AT", "2014-03-12T14:00:00Z"),
            ("2014-03-12T10:00:00+01:0", "2014-03-12T09:00:00Z"), ("2014-03-12T10:00:00+05:3", "2014-03-12T04:30:00Z"),
            ("2014-03-12T10:00:00+01:00[Europe/Paris]", "2014-03-12T09:00:00Z"),
            ("2014-07-12T10:00:00+09:00[Europe/Paris]", "2014-07-12T01:00:00Z"),
        ])
    func namedZones(_ text: String, _ expected: String) { #expect(utc(text) == expected) }

    @Test(
        "A zone that is not known is reported, and the date is read as UTC",
        arguments: [
            ("Mon, 06 May 2024 07:08:09 XYZT", "XYZT"), ("Mon, 06 May 2024 07:08:09 Mars/Olympus", "Mars/Olympus"),
            ("Mon, 06 May 2024 07:08:09 Olympus Standard Time", "Olympus Standard Time"),
            ("Mon May 06 07:08:09 XYZT 2024", "XYZT"),
        ])
    func unknownZones(_ text: String, _ zone: String) {
        var unknown: String?
        #expect(DateParser.parse(text, unknownZone: &unknown)?.rfc3339 == "2024-05-06T07:08:09Z")
        #expect(unknown == zone)
        let feed = FeedParser.parse(
            Array("<rss version='2.0'><channel><item><pubDate>\(text)</pubDate></item></channel></rss>".utf8))
        #expect(feed.warnings == ["time zone \"\(zone)\" is unknown: dates with it are read as UTC"])
    }

    @Test(
        "Months of less common languages are known",
        arguments: [
            "12 березня 2014", "12. ožujka 2014", "12 март 2014", "12 märts 2014", "12 de març de 2014", "12 במרץ 2014",
            "12 मार्च 2014", "12 Mac 2014",
        ])
    func months(_ text: String) { #expect(utc(text) == "2014-03-12T00:00:00Z") }

    @Test(
        "What is no date, or an impossible one, is refused",
        arguments: [
            "", "  ", "null", "Infinity", "-1", "5", "013", "yesterday", "2023-02-29", "2100-02-29T00:00:00Z",
            "Sun, 30 Feb 2025 10:00:00 GMT", "Mon, 06 Jan 2025 99:99:99 GMT", "Mon, 06 Jan 2025 10:00:00 +9999",
            "Fri, 31 Dec 99999 23:59:59 GMT", "Sat, 01 Jan 0000 00:00:00 GMT", "Mon, 01 Jan -4712 00:00:00 GMT",
            "+12345-01-01T00:00:00Z", "9999-12-31T23:59:59-00:01", "0001-01-01T00:00:00+00:01", "2021-W53-1",
            "2023-366", "2024-05-06T24:00:01Z", "2024-05-06T10:14:61Z", "10:00", "May 6", "6 May 7 June 2024",
            "2024-05-06T07:08:09Zextra", "Sun, 16 Dec 2012 1:2:3:4 GMT", "Sun, 16 zzz 2012 11:47:32 GMT",
            "Sun, 16 Dec 2012 11:bb:32 GMT", "2013-01-28T09:00:00+00:xx", "insert published date here",
            "2025-13-45T99:99:99Z", String(repeating: "9", count: 159), String(repeating: "M", count: 10_000),
        ])
    func refused(_ text: String) { #expect(utc(text) == nil) }

    @Test("A moment written as RFC 3339 or RFC 822 is read back, from year 1 to year 9999")
    func roundTrip() {
        var generator = SplitMix(seed: 1)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        for _ in 0..<2_000 {
            let moment = Timestamp(seconds: Int64.random(in: CivilTime.fourDigitYears, using: &generator))
            let text = moment.rfc3339
            #expect(DateParser.parse(text) == moment)
            guard let month = Int(text.dropFirst(5).prefix(2)) else { continue }
            let mail =
                "\(text.dropFirst(8).prefix(2)) \(months[month - 1]) \(text.prefix(4)) "
                + "\(text.dropFirst(11).prefix(8)) GMT"
            #expect(DateParser.parse(mail) == moment)
        }
    }

    @Test("Random text never stops the parser, and what it reads lies within the years 1 to 9999")
    func randomText() {
        var generator = SplitMix(seed: 2)
        let pieces = [
            "2024", "05", "6", "-", "/", ":", " ", "T", "Z", "+", "May", "mar", "年", "月", "日", "오후", "下午", "星期", "十",
            "w", ".", ",", "'", "(", "GMT", "pm", "h", "\u{0}", "é", "99", "tháng", "令和", "曜", "٣",
        ]
        for _ in 0..<5_000 {
            let count = Int.random(in: 0..<12, using: &generator)
            let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
            if let moment = DateParser.parse(text) { #expect(CivilTime.fourDigitYears ~= moment.seconds) }
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if let moment = DateParser.parse(bytes) { #expect(CivilTime.fourDigitYears ~= moment.seconds) }
        }
    }
}
