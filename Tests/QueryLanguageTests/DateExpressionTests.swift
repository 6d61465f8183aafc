import QueryLanguage
import Testing

/// 2024-05-15 10:00:00 UTC, a Wednesday.
private let now: Int64 = 1_715_767_200

/// Reads the date of a query such as `date:2024`.
private func dates(_ text: String) throws -> DateExpression {
    guard case .filter(.date(let expression, _), _) = try QueryParser.parse(text).root else {
        throw QuerySyntaxError.invalidDate(text, at: 0..<0)
    }
    return expression
}

@Suite struct DateExpressionTests {
    @Test(
        "Every spelling of a date means the same",
        arguments: [
            ("date:2024/5/6", "2024-05-06"), ("date:2024.05.06", "2024-05-06"), ("date:20240506", "2024-05-06"),
            ("date:2024年5月6日", "2024-05-06"), ("date:2024年5月", "2024-05"), ("date:2024年", "2024"),
            ("date:今天", "today"), ("date:上周", "last-week"), ("date:\"this month\"", "this-month"), ("date:7D", "7d"),
            ("date:2024-01..2024-03", "2024-01..2024-03"), ("date:2024..", "2024.."), ("date:..2024-03", "..2024-03"),
            ("date:>2024", ">2024"), ("date:>=2024", "2024.."), ("date:<=2024", "..2024"), ("date:<2024", "<2024"),
            ("date:30d..7d", "30d..7d"), ("date:7d..", "7d"), ("date:..7d", "..7d"), ("date:2024-02-29", "2024-02-29"),
            ("date:2024-05..2024", "2024-05..2024"),
        ])
    func spellings(_ typed: String, _ expected: String) throws { #expect(try dates(typed).description == expected) }

    @Test(
        "What is no date is refused",
        arguments: [
            "13/45/99", "2024-13", "2024-00", "2024-02-30", "2023-02-29", "..", "99", "24-05-06", "7x", "d", "999999d",
            "2024-", "2024-05-06-07", "0999", "2024..2023", "7d..30d", "2024-05-07..2024-05-06", ">", "yesterdays",
            "1.5d",
            "-7d", "２０２４-",
        ])
    func refused(_ value: String) { #expect(throws: QuerySyntaxError.self) { try dates("date:" + value) } }

    @Test(
        "A date resolves to the seconds of its zone",
        arguments: [
            ("date:2024-05-06", 1_714_924_800, 1_715_011_200), ("date:2024-05", 1_714_492_800, 1_717_171_200),
            ("date:2024", 1_704_038_400, 1_735_660_800), ("date:today", 1_715_702_400, 1_715_788_800),
            ("date:yesterday", 1_715_616_000, 1_715_702_400), ("date:this-week", 1_715_529_600, 1_716_134_400),
            ("date:last-week", 1_714_924_800, 1_715_529_600), ("date:this-month", 1_714_492_800, 1_717_171_200),
            ("date:last-year", 1_672_502_400, 1_704_038_400), ("date:7d", now - 604_800, 1_715_788_800),
            ("date:12h", now - 43_200, 1_715_788_800), ("date:1m", now - 30 * 86_400, 1_715_788_800),
            ("after:2024-05-06", 1_715_011_200, nil), ("before:2024-05-06", nil, 1_714_924_800),
            ("after:7d", now - 604_800, nil), ("before:7d", nil, now - 604_800),
            ("date:..2024-05-06", nil, 1_715_011_200),
            ("date:30d..7d", now - 30 * 86_400, now - 604_800), ("after:2024", 1_735_660_800, nil),
        ] as [(String, Int64?, Int64?)])
    func resolution(_ typed: String, _ lower: Int64?, _ upper: Int64?) throws {
        let range = try dates(typed).resolve(now: now) { _ in 28_800 }
        #expect(range == DateRange(lower: lower, upper: upper))
    }

    @Test("A month back from the 31st is the last day of a shorter month")
    func clampedMonth() throws {
        // 2024-03-31 12:00 UTC; a month before is 2024-02-29 12:00.
        #expect(try dates("date:1m").resolve(now: 1_711_886_400) { _ in 0 }.lower == 1_709_208_000)
        #expect(try dates("date:1y").resolve(now: 1_709_208_000) { _ in 0 }.lower == 1_677_585_600)
    }

    @Test("The days on which the clocks change have 23 and 25 hours")
    func daylightSaving() throws {
        // Berlin 2024: +1 h until 03-31 01:00 UTC, +2 h until 10-27 01:00 UTC.
        func berlin(_ second: Int64) -> Int { (1_711_846_800..<1_729_990_800).contains(second) ? 7200 : 3600 }
        let spring = try dates("date:2024-03-31").resolve(now: now, utcOffset: berlin)
        #expect(try #require(spring.upper) - #require(spring.lower) == 23 * 3600)
        let autumn = try dates("date:2024-10-27").resolve(now: now, utcOffset: berlin)
        #expect(try #require(autumn.upper) - #require(autumn.lower) == 25 * 3600)
    }

    @Test("The first day of a century and of a leap century are right, and no clock value overflows")
    func calendarEdges() throws {
        #expect(try dates("date:1900-03-01").resolve(now: now) { _ in 0 }.lower == -2_203_891_200)
        #expect(try dates("date:2000-03-01").resolve(now: now) { _ in 0 }.lower == 951_868_800)
        #expect(try dates("date:9999").resolve(now: now) { _ in 0 }.upper == 253_402_300_800)
        for extreme in [Int64.min, .max] {
            let range = try dates("date:99999y").resolve(now: extreme) { _ in 50_400 }
            #expect(range.lower != nil)
        }
    }

    @Test("A range holds its first second and not the second after its last")
    func halfOpen() {
        let range = DateRange(lower: 10, upper: 20)
        #expect(range.contains(10) && range.contains(19) && !range.contains(20) && !range.contains(9))
        #expect(DateRange(lower: nil, upper: nil).contains(.min))
    }
}
