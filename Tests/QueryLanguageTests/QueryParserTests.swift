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
            ("\"a b\"OR\"c\"", "\"a b\" OR \"c\""),
        ])
    func precedence(_ typed: String, _ expected: String) throws { #expect(try printed(typed) == expected) }
}
