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

    @Test("Words that follow the word before come first, with the articles that have both")
    func wordBefore() throws {
        let library = MemoryLibrary(
            (0..<9).map { "least \($0)" } + ["machine learning", "a machine learning course", "machine and least"])
        let completion = PrefixCompletion(library.makeSearcher())
        func texts(_ prefix: String) throws -> [String] { try completion.completions(of: prefix, limit: 2).map(\.text) }
        let found = try completion.completions(of: "the Machine lea", limit: 2)
        #expect(found.map(\.text) == ["the Machine learning", "the Machine least"])
        #expect(found.map(\.articles) == [2, 10])
        #expect(try texts("title:machine lea").first == "title:machine learning")
        for prefix in ["lea", "-machine lea", "machine, lea", "machine: lea", "机器 lea"] {
            #expect(try texts(prefix).first?.hasSuffix("least") == true, "\(prefix)")
        }
    }

    @Test("No completion ends in a function word or inside a word")
    func fragments() throws {
        let library = MemoryLibrary(
            ["数据库的设计", "数据库的备份", "数据库的索引", "数据分析入门", "数据分析教程", "国的", "全国的比赛", "日本のは"])
        let completion = PrefixCompletion(library.makeSearcher())
        func texts(_ prefix: String) throws -> [String] {
            try completion.completions(of: prefix, limit: 10).map(\.text)
        }
        let found = try texts("数据")
        #expect(found.contains("数据库") && found.contains("数据分析"))
        for prefix in ["数据", "数据库", "数", "国", "全国", "日本"] {
            let wrong = try texts(prefix).filter { text in
                ["的", "の", "は", "数据分"].contains { text.hasSuffix($0) }
            }
            #expect(wrong == [], "\(prefix)")
        }
    }

    @Test("Every article with the completed text is counted, not its titles alone")
    func counts() throws {
        let library = MemoryLibrary(
            [.init(title: "全文搜索")] + (0..<150).map { .init(title: "\($0)", text: "关于全文搜索的文章") })
        let found = try PrefixCompletion(library.makeSearcher()).completions(of: "全文", limit: 3)
        #expect(found.first == Completion(text: "全文搜索", articles: 151, source: .title))
    }

    @Test("A text that is empty, ends in a space or is very long has no completions")
    func none() throws {
        for text in ["", "fox ", "fox!", String(repeating: "a", count: 1_001)] {
            #expect(try completion.completions(of: text, limit: 10).isEmpty)
        }
        #expect(try completion.completions(of: "fox", limit: 0).isEmpty)
    }
}
