import Foundation
import Testing

@Suite(.offPool) struct SearchCommandTests {
    private let program: BuiltProgram
    private let database: String

    init() throws {
        program = try BuiltProgram()
        database = try program.seed()
    }

    private func run(_ words: String..., input: String = "") throws -> BuiltProgram.Outcome {
        try program.run(["--db", database] + words, input: input)
    }

    private func object(_ line: String?) throws -> [String: Any] {
        let data = Data((line ?? "").utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test("Words without a command find articles, with number, title, feed, date and link")
    func textHits() throws {
        let outcome = try run("全文搜索")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("#1 全文搜索引擎入门\n"))
        #expect(outcome.output.contains("秘密 Feed · 2023-11-14 · https://example.org/a1?token=***"))
        #expect(outcome.output.contains("分词是关键"))
    }

    @Test("Matches are coloured only where colours are wanted")
    func colours() throws {
        #expect(try !run("fox").output.contains("\u{1B}"))
        #expect(try run("--color", "always", "fox").output.contains("\u{1B}[1;31mfox\u{1B}[0m"))
    }

    @Test("What a feed wrote never controls the terminal, and secrets in addresses never show")
    func hostileText() throws {
        let outcome = try run("escape")
        #expect(outcome.status == 0)
        #expect(!outcome.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
        #expect(!outcome.output.contains("secret@"))
        #expect(!outcome.output.contains("hidden"))
    }

    @Test("Nothing found is 1, a mistake in the query is 2 with the place underlined")
    func exitStatus() throws {
        let none = try run("zebra")
        #expect(none.status == 1)
        #expect(none.output.isEmpty)
        #expect(none.errors == "nothing found\n")
        let mistake = try run("全文", "\"fox")
        #expect(mistake.status == 2)
        #expect(mistake.output.isEmpty)
        let lines = mistake.errors.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[1] == "  全文 \"fox")
        #expect(lines[2].hasPrefix("       ^"))
        #expect(try run("--quiet", "zebra").errors.isEmpty)
    }

    @Test("No word at all is a mistake")
    func emptyQuery() throws {
        #expect(try run().status == 2)
        #expect(try run("search").status == 2)
        #expect(try run("--", "").status == 2)
    }

    @Test("--json gives one object of the schema, without nulls")
    func json() throws {
        let outcome = try run("--json", "fox", "quick")
        #expect(outcome.lines.count == 1)
        let answer = try object(outcome.lines.first)
        #expect(answer["query"] as? String == "fox quick")
        #expect(answer["total"] as? Int == 1)
        #expect(answer["relaxed"] as? Bool == false)
        #expect(answer["took_ms"] is Double)
        let hit = try #require((answer["hits"] as? [[String: Any]])?.first)
        #expect(hit["id"] as? String == "a2")
        #expect(hit["feed"] as? String == "https://example.net/feed")
        #expect(hit["feed_title"] == nil)
        #expect(hit["published"] as? String == "2023-11-15T22:13:20Z")
        #expect(hit["tags"] as? [String] == ["标签"])
        #expect(hit["url"] as? String == "https://example.org/a2?token=hidden")
        let snippet = Array(try #require(hit["snippet"] as? String).utf8)
        let ranges = try #require(hit["snippet_highlights"] as? [[Int]])
        let marked = ranges.map { String(decoding: snippet[$0[0]..<($0[0] + $0[1])], as: UTF8.self) }
        #expect(marked.contains("fox") && marked.contains("quick"))
    }

    @Test("--count prints how many, -0 the addresses ended by NUL")
    func countAndNUL() throws {
        #expect(try run("--count", "fox").output == "2\n")
        #expect(try run("--count", "zebra").status == 1)
        #expect(try run("-0", "cats").output == "https://example.org/a4?token=hidden\0")
    }

    @Test("A later page begins where the cursor says")
    func cursor() throws {
        let first = try object(try run("--json", "--limit", "1", "--sort", "oldest", "fox").output)
        let cursor = try #require(first["cursor"] as? String)
        let second = try object(try run("--json", "--limit", "1", "--sort", "oldest", "--after", cursor, "fox").output)
        #expect((first["hits"] as? [[String: Any]])?.first?["id"] as? String == "a2")
        #expect((second["hits"] as? [[String: Any]])?.first?["id"] as? String == "a3")
        let broken = try run("--after", "nonsense", "fox")
        #expect(broken.status == 2)
        #expect(broken.errors == "feedsearch: this cursor (after) belongs to another search; start without a cursor\n")
    }

    @Test("--literal takes operators as text")
    func literal() throws {
        #expect(try run("--literal", "--match", "all", "fox\"").status == 0)
        #expect(try run("--literal", "--match", "all", "(title:").status == 1)
        #expect(try run("(title:").status == 2)
    }

    @Test("A batch answers each line in order, mistakes too, and echoes ids as they came")
    func batch() throws {
        let requests = [
            #"{"id":"x","query":"fox","limit":1}"#, #"{"id":7,"query":"\"fox"}"#, "not json", "",
            #"{"id":[1],"query":"fox","sort":"sideways"}"#, #"{"query":"全文","only":"ids","match":"all"}"#,
        ]
        let outcome = try run("search", "--jsonl", input: requests.joined(separator: "\n") + "\n")
        #expect(outcome.status == 0)
        #expect(outcome.lines.count == 5)
        let answers = try outcome.lines.map(object)
        #expect(answers[0]["id"] as? String == "x")
        #expect((answers[0]["hits"] as? [Any])?.count == 1)
        #expect(answers[1]["id"] as? Int == 7)
        let mistake = try #require(answers[1]["error"] as? [String: Any])
        #expect(mistake["at"] as? Int == 0)
        #expect((mistake["hint"] as? String)?.isEmpty == false)
        #expect((answers[2]["error"] as? [String: Any])?["message"] as? String == "line 3 is not a JSON object")
        #expect(answers[3]["id"] as? [Int] == [1])
        #expect(answers[3]["error"] != nil)
        let hit = try #require((answers[4]["hits"] as? [[String: Any]])?.first)
        #expect(hit["title"] == nil && hit["id"] as? String == "a1")
    }

    @Test("A batch on a terminal is refused with a hint")
    func batchOnTerminal() throws {
        let outcome = try program.shell(
            "script -qec 'feedsearch --db \(database) search --jsonl; echo status $?' /dev/null < /dev/null")
        #expect(outcome.output.contains("search --jsonl reads requests from standard input"))
        #expect(outcome.output.contains("status 2"))
    }

    @Test("A saved search is found by name, in a query and by --saved")
    func saved() throws {
        #expect(try run("save", "狐狸", "fox").status == 0)
        #expect(try run("--count", "--saved", "狐狸").output == "2\n")
        #expect(try run("--count", "--saved", "狐狸", "quick").output == "1\n")
        #expect(try run("saved").output == "狐狸\tfox\n")
        #expect(try run("save", "broken", "\"fox").status == 2)
        #expect(try run("unsave", "狐狸").status == 0)
        let gone = try run("--saved", "狐狸")
        #expect(gone.status == 2)
        #expect(gone.errors.contains("there is no saved search"))
    }
}
