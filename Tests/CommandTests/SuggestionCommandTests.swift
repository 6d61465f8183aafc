import Foundation
import Testing

@Suite(.offPool) struct SuggestionCommandTests {
    private let program: BuiltProgram

    init() throws {
        program = try BuiltProgram()
        let articles = [
            ("a", "全文搜索引擎入门", "SQLite 支持全文搜索，分词是关键。", "zh", "2024-01-05T00:00:00Z"),
            ("b", "全文搜索的分词", "分词决定全文搜索的好坏。", "zh", "2024-02-05T00:00:00Z"),
            ("c", "Gardening in winter", "Seedlings need light and warmth in winter.", "en", "2024-02-07T00:00:00Z"),
            ("d", "Winter light", "Light for seedlings in a dark winter.", "en", "2024-03-07T00:00:00Z"),
            ("e", "A keyboard", "Nothing but a keyboard.", "en", "2024-03-08T00:00:00Z"),
        ]
        let lines = articles.map { id, title, text, language, date in
            let feed = "https://example.org/\(language).xml"
            return #"{"feed":"\#(feed)","id":"\#(id)","title":"\#(title)","text":"\#(text)","language":"\#(language)","#
                + #""published":"\#(date)"}"#
        }
        try program.file("a.jsonl", lines.joined(separator: "\n") + "\n")
        try #require(try program.run(["--db", "a.db", "ingest", "a.jsonl"]).status == 0)
    }

    private func run(_ words: String..., language: String = "C") throws -> BuiltProgram.Outcome {
        try program.run(["--db", "a.db"] + words, environment: ["LC_ALL": language])
    }

    private func object(_ outcome: BuiltProgram.Outcome) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    @Test("complete prints one text a line, a Chinese word by its pinyin too, and 1 where there is none")
    func complete() throws {
        #expect(try run("complete", "seed").lines == ["seedlings"])
        #expect(try run("complete", "dark wint").lines.first == "dark winter")
        #expect(try run("complete", "全文").lines.contains("全文搜索"))
        #expect(try run("complete", "qwss").lines.contains("全文搜索"))
        let none = try run("complete", "zzzz")
        #expect(none.status == 1 && none.output.isEmpty && none.errors.isEmpty)
        #expect(try run("complete").status == 2)
        let json = try object(try run("complete", "seed", "--json"))
        #expect(json["prefix"] as? String == "seed")
        let first = try #require((json["completions"] as? [[String: Any]])?.first)
        #expect(first["text"] as? String == "seedlings")
        #expect(first["articles"] as? Int == 2)
        #expect(first["source"] as? String == "word")
    }

    @Test("similar finds what is about the same, never the article itself, in the forms of search")
    func similar() throws {
        let text = try run("similar", "#3")
        #expect(text.status == 0)
        #expect(text.output.hasPrefix("#4 Winter light\n"))
        #expect(!text.output.contains("#3 "))
        let json = try object(try run("similar", "3", "--limit", "1", "--json"))
        let hits = try #require(json["hits"] as? [[String: Any]])
        #expect(hits.map { $0["id"] as? String } == ["d"])
        let missing = try run("similar", "99")
        #expect(missing.status == 2 && missing.errors.contains("#99"))
        #expect(try run("similar", "winter").status == 2)
    }

    @Test("Facets count every match, whatever the limit")
    func facets() throws {
        let text = try run("winter OR 全文", "--facets", "--limit", "1").output
        #expect(text.contains("Feeds\n  2  https://example.org/en.xml\n  2  https://example.org/zh.xml\n"), "\(text)")
        #expect(text.contains("Months\n  1  2024-01\n  2  2024-02\n  1  2024-03\n"), "\(text)")
        #expect(try run("winter", "--facets", language: "zh_CN.UTF-8").output.contains("语言\n  2  en\n"))
        let json = try object(try run("winter OR 全文", "--facets", "--json", "--limit", "1", "--utc"))
        let facets = try #require(json["facets"] as? [String: Any])
        #expect(facets["total"] as? Int == 4)
        let languages = try #require(facets["languages"] as? [[String: Any]])
        #expect(languages.map { $0["value"] as? String } == ["en", "zh"])
        let batch = try program.run(
            ["--db", "a.db", "search", "--jsonl"], input: #"{"id":1,"query":"winter","facets":true}"# + "\n")
        #expect(batch.output.contains(#""languages":[{"value":"en","articles":2}]"#), "\(batch.output)")
        #expect(try !run("winter", "--json").output.contains("facets"))
    }

    @Test("A word that stands nowhere is met with one that does, on standard error and in JSON")
    func suggestion() throws {
        let text = try run("keybaord")
        #expect(text.status == 1 && text.output.isEmpty)
        #expect(text.errors == "nothing found\ndid you mean: keyboard\n")
        #expect(try run("keybaord", language: "zh_CN.UTF-8").errors == "没有找到\n您是不是要找：keyboard\n")
        #expect(try object(try run("keybaord", "--json"))["suggestion"] as? String == "keyboard")
        #expect(try object(try run("keyboard", "--json"))["suggestion"] == nil)
        #expect(try run("keybaord", "--quiet").errors.isEmpty)
    }

    @Test("--explain tells tokens, plan, what each term weighs and what each score is made of")
    func explain() throws {
        let text = try run("全文 is:unread", "--explain").output
        #expect(text.contains("query: "))
        #expect(text.contains("tokens: gram:全文"))
        #expect(text.contains("index: MATCH "))
        #expect(text.contains("filter: "))
        #expect(text.contains("term: 全文  in 2 articles, weight "), "\(text)")
        #expect(text.contains("score ") && text.contains("words ") && text.contains("recency "))
        let chinese = try run("全文 is:unread", "--explain", language: "zh_CN.UTF-8").output
        for word in ["查询：", "词元：", "索引：MATCH", "过滤：", "检索词：全文  出现于 2 篇文章，权重 ", "得分 ", "新近 "] {
            #expect(chinese.contains(word), "\(word)")
        }
        let json = try object(try run("全文", "--explain", "--json"))
        let explanation = try #require(json["explain"] as? [String: Any])
        #expect((explanation["tokens"] as? [[String: Any]])?.first?["token"] as? String == "全文")
        let term = try #require((explanation["terms"] as? [[String: Any]])?.first)
        #expect(term["articles"] as? Int == 2)
        for hit in try #require(json["hits"] as? [[String: Any]]) {
            let parts = try #require(hit["score_parts"] as? [String: Double])
            let score = try #require(hit["score"] as? Double)
            #expect(abs(parts.values.reduce(0, +) - score) < 1e-4, "\(parts)")
        }
    }
}
