import QueryLanguage
import Testing

/// The mistake in a query, nil where there is none.
private func mistake(_ text: String) -> QuerySyntaxError? {
    do throws(QuerySyntaxError) {
        _ = try QueryParser.parse(text)
        return nil
    } catch {
        return error
    }
}

@Suite struct QuerySyntaxErrorTests {
    @Test(
        "Each mistake is named and placed",
        arguments: [
            ("\"unclosed", QuerySyntaxError.unclosedQuote(at: 0..<1)),
            ("(fox", .unclosedParenthesis(at: 0..<1)),
            ("fox )", .unexpectedParenthesis(at: 4..<5)),
            ("OR fox", .danglingOperator("OR", at: 0..<2)),
            ("fox OR", .danglingOperator("OR", at: 4..<6)),
            ("AND", .danglingOperator("AND", at: 0..<3)),
            ("a OR OR b", .danglingOperator("OR", at: 5..<7)),
            ("a AND OR b", .danglingOperator("OR", at: 6..<8)),
            ("a OR AND b", .danglingOperator("OR", at: 2..<4)),
            ("a AND AND b", .danglingOperator("AND", at: 6..<9)),
            ("a NOT", .danglingOperator("NOT", at: 2..<5)),
            ("|a", .danglingOperator("|", at: 0..<1)),
            ("(a AND) b", .danglingOperator("AND", at: 3..<6)),
            ("-OR", .danglingOperator("OR", at: 1..<3)),
            ("nosuchfield:x", .unknownField("nosuchfield", suggestion: nil, at: 0..<11)),
            ("a titel:x", .unknownField("titel", suggestion: "title", at: 2..<7)),
            ("from:x", .unknownField("from", suggestion: "author", at: 0..<4)),
            ("date:13/45/99", .invalidDate("13/45/99", at: 5..<13)),
            ("date:2024-13", .invalidDate("2024-13", at: 5..<12)),
            ("date:2023-02-29", .invalidDate("2023-02-29", at: 5..<15)),
            ("after:notadate", .invalidDate("notadate", at: 6..<14)),
            ("date:2024..2023", .reversedDates("2024..2023", at: 5..<15)),
            ("title:", .emptyField("title", at: 0..<6)),
            ("title: a", .emptyField("title", at: 0..<6)),
            ("title:\"\"", .emptyField("title", at: 0..<8)),
            ("tag:\" \"", .emptyField("tag", at: 4..<7)),
            (
                "is:nonsense",
                .unknownValue(
                    "nonsense", field: "is",
                    allowed: ["unread", "read", "starred", "unstarred", "tagged", "hidden", "opened", "reply"],
                    at: 3..<11)
            ),
            ("has:nonsense", .unknownValue("nonsense", field: "has", allowed: ["enclosure", "image"], at: 4..<12)),
            ("lang:中文", .invalidLanguage("中文", at: 5..<11)),
            ("()", .emptyGroup(at: 0..<2)),
            ("a (  ) b", .emptyGroup(at: 2..<6)),
            ("NEAR/", .invalidDistance("", at: 0..<5)),
            ("NEAR/5 a", .danglingOperator("NEAR/5", at: 0..<6)),
            ("a NEAR/ b", .invalidDistance("", at: 2..<7)),
            ("a NEAR/x b", .invalidDistance("x", at: 2..<8)),
            ("a NEAR/1001 b", .invalidDistance("1001", at: 2..<11)),
            ("a NEAR/5", .danglingOperator("NEAR/5", at: 2..<8)),
            ("a NEAR/5 -b", .invalidNearOperand(at: 9..<10)),
            ("a* NEAR/5 b", .invalidNearOperand(at: 0..<2)),
            ("NEAR()", .invalidNearOperand(at: 0..<6)),
            ("NEAR(a", .unclosedParenthesis(at: 4..<5)),
            ("NEAR(a b, x)", .invalidDistance("x", at: 10..<11)),
            ("NEAR(a AND b)", .invalidNearOperand(at: 7..<10)),
            ("NEAR((a) (b))", .invalidNearOperand(at: 5..<6)),
            ("-fox", .onlyExclusions(at: 0..<4)),
            ("-(fox)", .onlyExclusions(at: 0..<6)),
            ("-a OR -b", .onlyExclusions(at: 0..<8)),
            ("*", .misplacedStar(at: 0..<1)),
            ("a*b", .misplacedStar(at: 0..<3)),
            ("*a", .misplacedStar(at: 0..<2)),
            ("\"a\"*", .misplacedStar(at: 3..<4)),
            ("title:(a tag:b)", .fieldInsideField("tag", at: 9..<13)),
            ("", .empty(at: 0..<0)),
            ("…", .empty(at: 0..<3)),
            ("\"?!\"", .empty(at: 0..<4)),
            ("--", .empty(at: 0..<2)),
            ("a OR re:/b/", .misplacedRegex(at: 5..<11)),
            ("a -(b re:/c/)", .misplacedRegex(at: 6..<12)),
            ("re:/a", .unclosedRegex(at: 3..<5)),
            ("re:/a/b", .unknownRegexFlag("b", at: 6..<7)),
            ("re:a\\", .invalidRegex(at: 3..<5)),
            ("re:\"\"", .emptyField("re", at: 0..<5)),
        ] as [(String, QuerySyntaxError)])
    func mistakes(_ typed: String, _ expected: QuerySyntaxError) {
        #expect(mistake(typed) == expected)
        #expect(mistake(typed)?.utf8Range == expected.utf8Range)
    }

    @Test(
        "Each mistake has a message and a hint in every language",
        arguments: [
            "\"a", "(a", "a )", "OR", "*", "x y:z", "xx:z", "title:", "is:x", "date:x", "-a", "NEAR/", "()", "",
        ])
    func messages(_ typed: String) throws {
        let error = try #require(mistake(typed) ?? mistake("(" + typed))
        for language in QueryMessageLanguage.allCases {
            #expect(!error.message(in: language).isEmpty && !error.hint(in: language).isEmpty)
            #expect(!error.message(in: language).contains("\n"))
        }
        #expect(error.message(in: .english) != error.message(in: .simplifiedChinese))
        #expect(error.code.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) })
    }

    @Test("A message shows no control or bidi-override characters of what was typed")
    func messageIsPlain() {
        let error = QuerySyntaxError.invalidDate(
            "\u{1B}[31m\u{202E}2024" + String(repeating: "9", count: 90), at: 0..<1)
        let message = error.message(in: .english)
        #expect(!message.unicodeScalars.contains("\u{1B}") && !message.unicodeScalars.contains("\u{202E}"))
        #expect(message.utf8.count < 100)
    }

    @Test("Bytes that are not UTF-8 are refused at their offset")
    func invalidUTF8() {
        let cases: [([UInt8], Int)] = [
            ([0xFF, 0xFE], 0), ([0x61, 0xC3], 1), ([0xED, 0xA0, 0x80], 0), ([0xC0, 0x80], 0), ([0x61, 0xE2, 0x82], 1),
            ([0xF4, 0x90, 0x80, 0x80], 0), ([0xC3, 0xA9, 0x80], 2), ([0xE4, 0xB8, 0x41], 0),
        ]
        for (bytes, offset) in cases {
            #expect(throws: QuerySyntaxError.invalidUTF8(at: offset)) { try QueryParser.parse(utf8: bytes) }
        }
        #expect(throws: Never.self) { try QueryParser.parse(utf8: Array("猫é🔥".utf8)) }
    }

    @Test("Limits on length, terms and depth are errors, not cuts")
    func limits() {
        #expect(mistake(String(repeating: "x", count: 65_537)) == .tooLong(limit: 65_536, at: 65_536..<65_537))
        #expect(mistake(String(repeating: "a ", count: 5000)) == .tooManyTerms(limit: 4096, at: 8192..<8193))
        #expect(mistake(String(repeating: "(", count: 60_000)) == .tooDeep(limit: 64, at: 64..<65))
        let nested = String(repeating: "(", count: 64) + "a" + String(repeating: ")", count: 64)
        #expect(mistake(nested) == nil)
        #expect(mistake(String(repeating: "NOT ", count: 16_000) + "a") == nil)
    }

    @Test("A NEAR takes 32 words and phrases, in either form")
    func nearLimit() {
        let words = (1...33).map { "w\($0)" }
        #expect(mistake("NEAR(" + words.dropLast().joined(separator: " ") + ", 5)") == nil)
        #expect(mistake(words.dropLast().joined(separator: " NEAR/5 ")) == nil)
        #expect(mistake("NEAR(" + words.joined(separator: " ") + ", 5)") == .tooManyNearTerms(limit: 32, at: 124..<127))
        let chain = words.joined(separator: " NEAR/5 ")
        #expect(mistake(chain) == .tooManyNearTerms(limit: 32, at: chain.utf8.count - 3..<chain.utf8.count))
        // Other distances make other nodes.
        #expect(mistake((1...99).map { "w\($0) NEAR/\($0 % 2 + 1)" }.joined(separator: " ") + " x") == nil)
    }

    @Test("A misplaced expression is found in time, however deep it stands", .timeLimit(.minutes(60)))
    func deepRegex() {
        var text = "re:/x/"
        for level in 0..<60 { text = level % 2 == 0 ? "a OR (\(text))" : "a (\(text))" }
        guard case .misplacedRegex? = mistake(text) else {
            Issue.record("\(String(describing: mistake(text)))")
            return
        }
    }
}
