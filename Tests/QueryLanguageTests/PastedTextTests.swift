import QueryLanguage
import Testing

/// What is copied from a page and typed as it stands.
@Suite struct PastedTextTests {
    private static func printed(_ text: String) throws -> String { try QueryParser.parse(text).description }

    @Test(
        "Parentheses, brackets and signs inside a word belong to it",
        arguments: [
            "print(x)", "f(x)(y)", "main()", "arr[0]", "map{key}", "error[E0382]", "AT&T", "Hello,World", "a.b(c)",
            "函数(x)", "printf(a,b)", "f((x))", "צה\"ל", "צה״ל", "Result<(),",
        ])
    func partsOfAWord(_ text: String) throws {
        let query = try QueryParser.parse(text)
        #expect(query.root == .word(QueryTerm(text, utf8Range: 0..<text.utf8.count)))
        #expect(query.notices.isEmpty)
    }

    @Test(
        "Operators stay operators where they can be some",
        arguments: [
            ("foo(a OR b)", "foo (a OR b)"), ("foo(a|b)", "foo (a OR b)"), ("foo(a b)", "foo a b"),
            ("苹果（公司｜手机）", "苹果 (公司 OR 手机)"), ("foo (bar)", "foo bar"), ("a NOT(b)", "a -b"), ("-f(x) y", "-f(x) y"),
            ("title:f(x)", "title:f(x)"), ("(f(x) OR b) c", "(f(x) OR b) c"), ("print(\"a b\")", "print \"a b\""),
            ("f(x)*", "f(x)*"), ("\"דובר צה\"ל\" מסר", "\"דובר צה\"ל\" מסר"), ("\"צה\"ל", "\"צה\" ל"),
            ("NEAR(f(x) y, 3)", "f(x) NEAR/3 y"),
        ])
    func operators(_ typed: String, _ expected: String) throws {
        #expect(try Self.printed(typed) == expected)
        #expect(try QueryParser.parse(typed).notices.isEmpty)
    }

    @Test(
        "What cannot be an operator is text, with a notice of its place",
        arguments: [
            ("TypeError: Cannot read", "TypeError: Cannot read", 0..<9),
            ("arXiv:1706.03762", "arXiv:1706.03762", 0..<5),
            ("see Note:", "see Note:", 4..<8), ("27\" monitor", "27 monitor", 2..<3),
            ("27\" \"4k display\"", "27 \"4k display\"", 2..<3), ("fox) cat", "fox cat", 3..<4),
            ("a)b c", "\"a)b\" c", 1..<2), ("print(x y", "\"print(x\" y", 5..<6), ("a\"b", "a b", 1..<2),
            ("(fox a)b) c", "fox a b c", 8..<9), ("title:fox)", "title:fox", 9..<10),
            ("since: then", "since: then", 0..<5),
            ("1) one 2. two", "1 one 2. two", 1..<2),
        ])
    func notices(_ typed: String, _ expected: String, _ range: Range<Int>) throws {
        let query = try QueryParser.parse(typed)
        #expect(query.description == expected)
        #expect(query.notices.map(\.utf8Range) == [range])
        #expect(try QueryParser.parse(query.description).hasSameMeaning(as: query))
        for language in QueryMessageLanguage.allCases { #expect(query.noticeText(in: language)?.isEmpty == false) }
    }

    @Test(
        "A mistyped field, a value of another kind, and signs at the beginning of a word stay errors",
        arguments: [
            "befor:2024", "titel: fox", "data:5", "nosuchfield:x", "title: fox", "say \"hello", "(fox", "fox )",
        ])
    func mistakes(_ text: String) { #expect(throws: QuerySyntaxError.self) { try QueryParser.parse(text) } }
}
