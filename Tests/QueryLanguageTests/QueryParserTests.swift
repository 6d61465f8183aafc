import QueryLanguage
import Testing

/// The tree of a query in its one spelling, parentheses where the grammar put them.
private func printed(_ text: String) throws -> String { try QueryParser.parse(text).description }

@Suite struct QueryParserTests {
    @Test(
        "Operators bind as the language says",
        arguments: [
            ("a b OR c", "a (b OR c)"), ("a|b c", "(a OR b) c"), ("a AND b OR c AND d", "a (b OR c) d"),
            ("(a b) OR c", "(a b) OR c"), ("-a b", "-a b"), ("a NOT b c", "a -b c"), ("a -(b c) d", "a -(b c) d"),
            ("NOT NOT a", "a"), ("a NOT b OR c", "a (-b OR c)"), ("a or b and not c", "a or b and not c"),
            ("a (b c)", "a b c"), ("a || b", "a OR b"), ("((a))", "a"), ("a NOT(b)", "a -b"),
            ("\"a b\"OR\"c\"", "\"a b\" OR \"c\""), ("a -title:b c", "a -title:b c"),
            ("-title:(b c) d", "-title:(b c) d"), ("title:(:a)", "title:(:a)"), ("title:(//a)", "title:(//a)"),
            ("feed:(//a)", "feed:\"//a\""),
            ("a NOT \"b c\" d", "a -\"b c\" d"),
        ])
    func precedence(_ typed: String, _ expected: String) throws { #expect(try printed(typed) == expected) }

    @Test(
        "Full-width forms work like ASCII",
        arguments: [
            ("（猫｜狗）－鸟", "(猫 OR 狗) -鸟"), ("“全文 搜索”", "\"全文 搜索\""), ("标题", "标题"), ("title：猫", "title:猫"),
            ("ｔｉｔｌｅ：猫", "title:猫"), ("猫　狗", "猫 狗"), ("a\u{A0}b", "a b"), ("猫＊", "猫*"), ("＂a b”", "\"a b\""),
            ("猫 ＯＲ 狗", "猫 OR 狗"), ("is：ｕｎｒｅａｄ", "is:unread"), ("date：２０２４－０５", "date:2024-05"),
            ("苹果（公司｜手机）", "苹果 (公司 OR 手机)"),
        ])
    func fullWidth(_ typed: String, _ expected: String) throws { #expect(try printed(typed) == expected) }

    @Test(
        "What only looks like an operator is text",
        arguments: [
            "gen-itgc", "http://example.org/a:b?c=d", "12:30", "C:\\x", "std::sort", "C++", "C#", ".NET", "a'b", "AT&T",
            "user@host", "--verbose", "NEAR", "near/5", "or", "ORacle", "重跑gen-itgc后", "注意：猫", "a:b:c", "2001:db8::1",
            "#tag", "🔥", "Andy", "AND-gate", "«abc»", "3.14", "１２：３０", "not", "re", "title", "i",
        ])
    func plainWord(_ text: String) throws {
        #expect(try QueryParser.parse(text).root == .word(QueryTerm(text, utf8Range: 0..<text.utf8.count)))
    }

    @Test("A field applies to everything in its parentheses and to nothing after them")
    func fieldGroup() throws {
        let query = try QueryParser.parse("title:(a \"b c\" -d*) e")
        let inside: [QueryNode] = [
            .word(QueryTerm("a")), .phrase(QueryTerm("b c")), .not(.prefix(QueryTerm("d"))),
        ]
        #expect(query.root.withoutRanges == .and([.field(.title, .and(inside)), .word(QueryTerm("e"))]))
    }

    @Test("A filter in front of parentheses applies to each value in them")
    func filterGroup() throws {
        #expect(
            try printed("feed:(a OR \"b c\") -is:(read starred)") == "(feed:a OR feed:\"b c\") -(is:read is:starred)")
    }

    @Test("Ranges count UTF-8 bytes of what was typed, quotes and stars included")
    func ranges() throws {
        let query = try QueryParser.parse("猫 “a b” 犬*")
        #expect(
            query.root
                == .and([
                    .word(QueryTerm("猫", utf8Range: 0..<3)), .phrase(QueryTerm("a b", utf8Range: 4..<13)),
                    .prefix(QueryTerm("犬", utf8Range: 14..<18)),
                ]))
    }

    @Test(
        "Every filter is read",
        arguments: [
            ("feed:golang", QueryFilter.feed("golang")), ("feed:\"My  Feed\"", .feed("My  Feed")),
            ("feed:https://a.b/c", .feed("https://a.b/c")), ("folder:A/B", .folder("A/B")), ("tag:开源", .tag("开源")),
            ("lang:zh_Hant", .language("zh-hant")), ("is:unread", .state(.unread)), ("IS:Starred", .state(.starred)),
            ("has:image", .has(.image)), ("search:\"my saved\"", .savedSearch("my saved")),
            ("received:7d", .date(.between(.ago(7, .day), nil), of: .received)),
            ("after:2023-12-31", .date(.after(.day(year: 2023, month: 12, day: 31)), of: .published)),
        ])
    func filters(_ typed: String, _ expected: QueryFilter) throws {
        #expect(try QueryParser.parse(typed).root == .filter(expected, utf8Range: valueRange(typed)))
    }

    private func valueRange(_ typed: String) -> Range<Int> {
        let colon = Array(typed.utf8).firstIndex(of: 0x3A) ?? 0
        return (colon + 1)..<typed.utf8.count
    }

    @Test(
        "NEAR joins words and phrases, in both spellings",
        arguments: [
            ("a NEAR/5 b", "a NEAR/5 b"), ("NEAR(a \"b c\", 3)", "a NEAR/3 \"b c\""), ("NEAR(a b)", "a NEAR/10 b"),
            ("a NEAR/5 b NEAR/5 c d", "a NEAR/5 b NEAR/5 c d"), ("a NEAR/5 b NEAR/2 c", "a NEAR/5 b b NEAR/2 c"),
            ("-a NEAR/1 b c", "-(a NEAR/1 b) c"), ("title:(a NEAR/0 b)", "title:(a NEAR/0 b)"),
            ("title:NEAR(a b, 4)", "title:(a NEAR/4 b)"), ("（NEAR（猫 狗， ３））", "猫 NEAR/3 狗"),
        ])
    func near(_ typed: String, _ expected: String) throws { #expect(try printed(typed) == expected) }

    @Test(
        "A regular expression ends where its form says",
        arguments: [
            ("re:/a b(c)/i x", "a b(c)", true), ("re:\"a/b\" x", "a/b", false), ("re:v[0-9]+ x", "v[0-9]+", false),
            ("(re:(a|b)c) x", "(a|b)c", false), ("re:/a\\/b/ x", "a/b", false), ("re:/\\\\/ x", "\\\\", false),
        ])
    func regex(_ typed: String, _ pattern: String, _ caseInsensitive: Bool) throws {
        let root = try QueryParser.parse(typed).root.withoutRanges
        let regex = QueryNode.regex(pattern: pattern, caseInsensitive: caseInsensitive, utf8Range: 0..<0)
        #expect(root == .and([regex, .word(QueryTerm("x"))]))
    }

    @Test("Punctuation between words is left out, and the words around it stay apart")
    func punctuationIsDropped() throws {
        #expect(try printed("a & b … - c + \"?!\"") == "a b c")
        #expect(try printed("a OR ??? b") == "a b")
    }

    @Test("A literal text has no operators")
    func literal() throws {
        let query = try QueryParser.literal("-a OR \"b\" title:c* ( ??")
        let words = ["-a", "OR", "\"b\"", "title:c*"].map { QueryNode.word(QueryTerm($0)) }
        #expect(query.root.withoutRanges == .and(words))
        #expect(try QueryParser.literal(" ?! ").isEmpty)
    }

    @Test(
        "Filters alone list, and so do filters with exclusions", arguments: ["is:unread", "is:unread -foo", "-is:read"])
    func filtersAlone(_ text: String) throws { #expect(try QueryParser.parse(text).root.hasPositivePart) }
}
