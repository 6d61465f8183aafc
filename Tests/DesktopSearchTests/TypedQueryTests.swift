import Articles
import QueryLanguage
import Testing

@testable import DesktopSearch

@Suite struct TypedQueryTests {
    private func text(_ typed: String, _ completions: [Completion] = []) -> String? {
        TypedQuery(typed)?.query { _, _ in completions }.root.description
    }

    @Test(
        "The last word may be unfinished, unless a space, a quote or a script without spaces ends it",
        arguments: [
            ("rust asy", "asy"), ("rust", "rust"), ("title:rus", "rus"), ("a OR ru", "ru"), ("тёп", "тёп"),
            ("한국", "한국"), ("rust ", nil), ("\"rust\"", nil), ("全文", nil), ("r", nil), ("rust -as", nil),
            ("asy*", nil), ("is:unread", nil),
        ] as [(String, String?)])
    func unfinished(_ typed: String, _ expected: String?) throws {
        #expect(try #require(TypedQuery(typed)).unfinished == expected)
    }

    @Test("What is no query is searched as words", arguments: ["foo:bar \"fox", "title:", "-fox"])
    func literal(_ typed: String) throws {
        #expect(throws: QuerySyntaxError.self) { try QueryParser.parse(typed) }
        #expect(try #require(TypedQuery(typed)).query == QueryParser.literal(typed))
    }

    @Test("An empty text asks for nothing", arguments: ["", " ", "\n"])
    func empty(_ typed: String) { #expect(TypedQuery(typed) == nil) }

    @Test("A beginning that few words have is searched as a prefix, beside the word and its stem")
    func prefix() throws {
        let words = (1...7).map { Completion(text: "squirr\($0)", articles: 9, source: .word) }
        let query = try #require(TypedQuery("red squirr")).query { _, _ in words }.root.withoutRanges
        let last: QueryNode = .or([.word(QueryTerm("squirr")), .prefix(QueryTerm("squirr"))])
        #expect(query == .and([.word(QueryTerm("red")), last]))
    }

    @Test("Of a beginning that many words have, the most frequent words are searched")
    func frequentWords() throws {
        let words = (1...8).map { Completion(text: "se\($0)", articles: 9, source: .word) }
        let query = try #require(text("se", words))
        #expect(query.contains("se8"))
        #expect(!query.contains("se*"))
    }

    @Test("Letters also find the Chinese words that sound so")
    func pinyin() throws {
        let query = try #require(text("qwss", [Completion(text: "全文搜索", articles: 1, source: .pinyin)]))
        #expect(query.contains("全文搜索"))
        #expect(query.contains("qwss*"))
    }

    @Test("A text of any length is cut, at a character or in its middle")
    func long() {
        let query = TypedQuery(String(repeating: "全", count: 100_000))
        #expect((query?.query.text.utf8.count ?? 0) <= TypedQuery.maxBytes + 3)
    }
}
