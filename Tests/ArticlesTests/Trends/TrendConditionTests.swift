import Testing

@testable import Articles

/// The text form of conditions.
@Suite struct TrendConditionTests {
    @Test(
        "A condition is parsed however it is spaced, and its text parses to the same condition",
        arguments: [
            ("count > 20 in 1d", "count > 20 in 1d"), ("COUNT>20 in 24 hours", "count > 20 in 24h"),
            ("count > 3x usual in 1d", "count > 3x usual in 1d"),
            ("count > 2.50 x usual in 2w", "count > 2.5x usual in 2w"),
            ("count > 0.25x usual in 7 days", "count > 0.25x usual in 7d"), ("none in 30d", "none in 30d"),
            ("  none  in  1 week ", "none in 1w"), ("feed silent for 30 days", "feed silent for 30d"),
            ("count > 0 in 1 hour", "count > 0 in 1h"),
        ])
    func parsed(_ text: String, _ canonical: String) throws {
        let condition = try TrendCondition(text)
        #expect(condition.text == canonical)
        #expect(try TrendCondition(canonical) == condition)
    }

    @Test(
        "A mistake is reported at its place",
        arguments: [
            ("", TrendConditionError.expected(.beginning, found: "", at: 0)),
            ("often", .expected(.beginning, found: "often", at: 0)),
            ("count 20 in 1d", .expected(.word(">"), found: "20", at: 6)),
            ("count > many in 1d", .expected(.number, found: "many", at: 8)),
            ("count > 20", .expected(.word("in"), found: "", at: 10)),
            ("count > 20 in", .expected(.length, found: "", at: 13)),
            ("count > 20 in 1y", .expected(.length, found: "1y", at: 14)),
            ("count > 20 in 1d please", .expected(.end, found: "please", at: 17)),
            ("count > 3x in 1d", .expected(.word("usual"), found: "in", at: 11)),
            ("count > 2.5 in 1d", .outOfRange(.number, lowest: 0, highest: 1_000_000, at: 8)),
            ("count > 1000001 in 1d", .outOfRange(.number, lowest: 0, highest: 1_000_000, at: 8)),
            ("count > 0x usual in 1d", .outOfRange(.factor, lowest: 0, highest: 1_000, at: 8)),
            ("count > 99999999999999999999999 in 1d", .outOfRange(.number, lowest: 0, highest: 1_000_000, at: 8)),
            ("count > 3x usual in 31d", .outOfRange(.length, lowest: 1, highest: 30, at: 20)),
            ("none in 366d", .outOfRange(.length, lowest: 1, highest: 365, at: 8)),
            ("none in 0d", .outOfRange(.length, lowest: 1, highest: 365, at: 8)),
            ("none in 99999999999999999999w", .outOfRange(.length, lowest: 1, highest: 52, at: 8)),
            ("feed silent in 30d", .expected(.word("for"), found: "in", at: 12)),
            ("feed quiet for 30d", .expected(.word("silent"), found: "quiet", at: 5)),
        ])
    func mistakes(_ text: String, _ error: TrendConditionError) {
        #expect(throws: error) { try TrendCondition(text) }
    }

    @Test("Random texts are refused or parsed, never trap")
    func random() {
        let pieces = [
            "count", "none", "feed", " ", ">", "3", "x", ".", "usual", "in", "1d", "9999999999999999999", "-", "é",
            "\u{0}", "for", "silent",
        ]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in pieces.randomElement(using: &random)! }
                .joined()
            if let condition = try? TrendCondition(text) {
                #expect((try? TrendCondition(condition.text)) == condition, "\(text)")
            }
        }
    }
}
