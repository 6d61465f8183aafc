import QueryLanguage
import Testing

@testable import WebPages

/// Queries while they are typed, and their division into filters and words.
@Suite struct UnfinishedQueryTests {
    private func meaning(_ text: String) throws -> QueryNode? {
        try UnfinishedQuery.parse(text)?.query.root.withoutRanges
    }

    private func parsed(_ text: String) throws -> QueryNode { try QueryParser.parse(text).root.withoutRanges }

    @Test(
        "The last word also counts as a prefix, until a space follows",
        arguments: [
            ("tomat", "tomat OR tomat*"), ("red tomat", "red (tomat OR tomat*)"), ("tomat ", "tomat"),
            ("(title:tomat", "title:(tomat OR tomat*)"), ("a OR tomat", "a OR tomat OR tomat*"), ("t", "t"),
            ("red -tomat", "red -tomat"), ("a NEAR/3 tomat", "a NEAR/3 tomat"), ("搜", "搜"), ("全文检", "全文检 OR 全文检*"),
            ("is:unread tomat", "is:unread (tomat OR tomat*)"), ("inter*", "inter*"),
        ])
    func prefix(_ typed: String, _ finished: String) throws {
        #expect(try meaning(typed) == parsed(finished))
        #expect(try UnfinishedQuery.parse(typed)?.query.text.hasPrefix(typed) == true)
    }

    @Test(
        "Mistakes of an unfinished end are left out",
        arguments: [
            ("fox (title:", "fox"), ("fox OR ", "fox"), ("fox AND", "fox"), ("fox -", "fox"), ("fox NEAR/", "fox"),
            ("fox \"red tom", "fox \"red tom\""), ("fox date:20", "fox"), ("fox is:unre", "fox"), ("fox lang:z", "fox"),
            ("fox titl:", "fox"), ("fox nosuchfield:x", "fox"), ("fox re:/a b", "fox"), ("((fox ", "fox"),
            ("fox (title:(a OR ", "fox title:(a)"),
        ])
    func unfinished(_ typed: String, _ finished: String) throws {
        #expect(try meaning(typed) == parsed(finished))
    }

    @Test(
        "There may be nothing to search for yet", arguments: ["(", "(title:", "-", "-fox", "\"", "NOT ", "…", "title:"])
    func nothing(_ typed: String) throws { #expect(try UnfinishedQuery.parse(typed) == nil) }

    @Test(
        "A mistake before the last word is reported, and so is any mistake after a space",
        arguments: ["nosuchfield:x fox", "fox nosuchfield:x ", "-fox ", "fox ) red", "fox date:20 "])
    func mistakes(_ typed: String) throws {
        #expect(throws: QuerySyntaxError.self) { try UnfinishedQuery.parse(typed) }
    }

    @Test("Any beginning of a long query ends in time")
    func beginnings() throws {
        let text = #"(title:(a OR "b c) NEAR/3 re:/x\/y/i date:2020..2021 -((lang:zh)) | 全文* "#
        for end in text.indices { _ = try? UnfinishedQuery.parse(String(text[..<end])) }
        _ = try? UnfinishedQuery.parse(String(repeating: "(", count: 1_900))
        _ = try? UnfinishedQuery.parse(String(repeating: "a OR ", count: 50_000))
    }

    @Test("The last word is left out where a name is unfinished")
    func withoutLastWord() {
        #expect(UnfinishedQuery.withoutLastWord("fox feed:Ne") == "fox")
        #expect(UnfinishedQuery.withoutLastWord("feed:Ne") == nil)
        #expect(UnfinishedQuery.withoutLastWord(" feed:Ne") == nil)
    }
}

@Suite struct SearchTextTests {
    @Test(
        "Filters of the whole query are divided from its words",
        arguments: [
            ("is:unread fox", ["is:unread"], "fox"), ("fox -is:read red", ["-is:read"], "fox red"),
            ("feed:\"A b\" 全文", ["feed:\"A b\""], "全文"), ("日期:2020-01 狐", ["日期:2020-01"], "狐"),
            ("is:unread", ["is:unread"], ""), ("is:starred date:7d", ["is:starred", "date:7d"], ""),
            ("is:unread -fox", ["is:unread"], "-fox"), ("date:2020-01 a OR b", ["date:2020-01"], "a OR b"),
        ])
    func divided(_ text: String, _ filters: [String], _ words: String) {
        let divided = SearchText(text)
        #expect(divided.filters.map(\.text) == filters && divided.words == words)
    }

    @Test(
        "Filters of a part of the query stay in its words, and so does a query with a mistake",
        arguments: [
            "fox OR is:unread", "(is:unread fox) OR red", "feed:(a b)", "is:unread (fox", "fox AND is:unread", "fox",
            "(is:unread) fox", "NOT is:read fox",
        ])
    func undivided(_ text: String) {
        let divided = SearchText(text)
        #expect(divided.filters.isEmpty && divided.words == text)
    }

    @Test("Filters are added and removed one at a time")
    func changes() {
        let text = SearchText("fox is:unread")
        #expect(text.adding("date:2020") == "is:unread date:2020 fox")
        #expect(text.without(0) == "fox" && SearchText("is:unread").without(0).isEmpty)
        #expect(SearchText("a OR b").adding("is:unread") == "is:unread a OR b")
    }
}
