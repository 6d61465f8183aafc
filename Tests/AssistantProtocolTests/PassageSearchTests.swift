import Testing

@testable import AssistantProtocol

@Suite struct PassageSearchTests {
    private func find(_ passage: String, _ text: String) -> (quote: String, match: PassageSearch.Match)? {
        PassageSearch(passage).first(in: text).map { match in
            (String(decoding: Array(text.utf8)[match.utf8Range], as: UTF8.self), match)
        }
    }

    @Test("A passage is found with its place in bytes and its number of occurrences")
    func exact() throws {
        let found = try #require(find("狐狸", "红狐狸和狐狸"))
        #expect(found.match == .init(utf8Range: 3..<9, occurrences: 2, equality: .exact))
        #expect(find("fox", "Fox") == nil)
        #expect(find("aa", "aaaa")?.match.occurrences == 3)
    }

    @Test(
        "Other spaces, quotation marks and dashes give the passage as the text has it",
        arguments: [
            ("the \"red\" fox - it's", "the “red” fox – it’s"), ("a b", "a \n\t b"), ("wait...", "wait…"),
            ("soft hyphen", "soft hy\u{AD}phen"),
        ])
    func signs(_ passage: String, _ text: String) throws {
        let found = try #require(find(passage, "x \(text) y"))
        #expect(found.quote == text)
        #expect(found.match.equality == .signs)
    }

    @Test("A passage with the marks of Markdown is found in the plain text")
    func markup() throws {
        let found = try #require(
            find(
                "**Apollo 11** [landed](https://example.org/a_(b) on `snake_case`", "So Apollo 11 landed on snake_case."
            ))
        #expect(found.quote == "Apollo 11 landed on snake_case")
        #expect(found.match.equality == .markup)
    }

    @Test("A passage without any character is not found", arguments: ["", " ", "**", "\u{AD}"])
    func nothing(_ passage: String) {
        if passage != " " { #expect(find(passage, "a text") == nil) }
        #expect(find(passage, "") == nil)
    }

    @Test("The search is linear in the text")
    func linear() {
        let text = String(repeating: "a", count: 300_000)
        #expect(find(String(repeating: "a", count: 2_000) + "b", text) == nil)
    }
}
