import Articles
import Testing

@testable import ArticleSearch

@Suite struct PrefixCompletionTests {
    private let completion = PrefixCompletion(
        MemoryLibrary("fox", "foxes and foxglove", "foxglove", "全文搜索", "全文搜索引擎").makeSearcher())

    @Test("The last word of a text is completed, most frequent word first")
    func words() throws {
        let found = try completion.completions(of: "red fox", limit: 10)
        #expect(found.first?.text == "red foxglove" && found.first?.articles == 2)
        #expect(found.allSatisfy { $0.source == .word && $0.text.hasPrefix("red fox") && $0.text != "red fox" })
        #expect(try completion.completions(of: "fox", limit: 1).count == 1)
    }

    @Test("A text without spaces continues with the words of titles")
    func titles() throws {
        let found = try completion.completions(of: "全文", limit: 10)
        #expect(found.first?.text == "全文搜索" && found.first?.articles == 2 && found.first?.source == .title)
    }

    @Test("A text that is empty, ends in a space or is very long has no completions")
    func none() throws {
        for text in ["", "fox ", "fox!", String(repeating: "a", count: 1_001)] {
            #expect(try completion.completions(of: text, limit: 10).isEmpty)
        }
        #expect(try completion.completions(of: "fox", limit: 0).isEmpty)
    }
}
