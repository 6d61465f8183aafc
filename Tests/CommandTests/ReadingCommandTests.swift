import Foundation
import TerminalPages
import Testing

/// `show` and `list` as a person uses them.
@Suite(.offPool) struct ReadingCommandTests {
    private let program: BuiltProgram
    private let database: String

    init() throws {
        program = try BuiltProgram()
        database = program.path("a.db")
        let html =
            "<p>First <a href='/x'>link</a>.</p><h2>Code</h2><pre>if x {\n    y()\n}</pre><ul><li>one<li>two</ul>"
        let articles: [[String: Any]] = [
            [
                "feed": "https://example.net/feed", "id": "tag:example.net,1", "url": "https://example.net/1",
                "title": "Reading", "html": html, "published": "2025-01-02T03:04:05Z",
            ],
            [
                "feed": "https://example.net/feed", "id": "2", "url": "https://example.net/2", "title": "全文搜索 zebra",
                "text": "second", "published": "2025-01-03T03:04:05Z",
            ],
            [
                "feed": "https://example.org/feed", "id": "3", "url": "https://example.org/3", "title": "Third zebra",
                "text": "third", "published": "2025-01-04T03:04:05Z",
            ],
        ]
        let lines = try articles.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
        _ = try program.run(
            ["--db", database, "ingest", "--format", "jsonl", "-"], input: lines.joined(separator: "\n") + "\n")
    }

    private func run(_ words: String..., input: String = "") throws -> BuiltProgram.Outcome {
        try program.run(["--db", database] + words, input: input)
    }

    /// On a terminal.
    private func terminal(
        _ words: [String], columns: Int = 80, rows: Int = 24, keys: String = "", environment: [String: String] = [:]
    ) throws -> String {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Support/terminal.py").path
        let line = (["python3", script, "\(columns)", "\(rows)", keys, "feedsearch", "--db", database] + words)
            .map { "'\($0)'" }.joined(separator: " ")
        return try program.shell(line, environment: environment).output.replacing("\r\n", with: "\n")
    }

    @Test func `An article has paragraphs, headings, code with its indentation, lists and numbered links`() throws {
        let text = try run("show", "1").output
        #expect(
            text.hasSuffix(
                """
                First link[1].

                ## Code

                    if x {
                        y()
                    }

                • one
                • two

                [1] https://example.net/x

                """))
    }

    @Test func `An address, an id and a word that matches one article show it`() throws {
        for word in ["https://example.net/2", "全文搜索", "#2"] {
            #expect(try run("show", word).output.hasPrefix("#2 全文搜索"), "\(word)")
        }
        #expect(try run("show", "tag:example.net,1").output.hasPrefix("#1 Reading"))
    }

    @Test func `Several articles are listed, and nothing found is said`() throws {
        let several = try run("show", "zebra")
        #expect(several.lines.count == 2 && several.lines.allSatisfy { $0.contains("zebra") })
        #expect(several.errors.contains("2 articles"))
        let nothing = try run("show", "xylophone")
        #expect(nothing.status == 1 && nothing.output.isEmpty && nothing.errors.contains("nothing found"))
    }

    @Test func `What list writes, show reads`() throws {
        for line in [
            "list zebra | feedsearch --db '\(database)' show -",
            "list -0 zebra | feedsearch --db '\(database)' show -0 -",
            "list zebra --format %i | feedsearch --db '\(database)' show -",
        ] {
            let text = try program.shell("feedsearch --db '\(database)' " + line).output
            #expect(text.contains("#3 Third zebra") && text.contains("#2 全文搜索 zebra"), "\(line)")
        }
        let missing = try run("show", "-", input: "nowhere\n3\n")
        #expect(missing.status == 2 && missing.output.contains("#3") && missing.errors.contains("nowhere"))
    }

    @Test func `Lists, searches and feeds have a format`() throws {
        #expect(try run("list", "--format", "%i|%{title}|%s|%u").lines.last == "1|Reading|unread|https://example.net/1")
        #expect(try run("zebra", "third", "--format", "%i%x3a%t").lines == ["3:Third zebra"])
        #expect(
            try run("feeds", "--all", "--format", "%u %C").lines.sorted() == [
                "https://example.net/feed 2", "https://example.org/feed 1",
            ])
        let unknown = try run("list", "--format", "%q")
        #expect(unknown.status == 2 && unknown.errors.contains("%q") && unknown.errors.contains("%t title"))
    }

    @Test(arguments: [40, 80, 200])
    func `A list on a terminal has a line an article, that fits`(columns: Int) throws {
        _ = try run("mark", "read", "2")
        let lines = try terminal(["list"], columns: columns).split(separator: "\n").map {
            TerminalStyle.plain(String($0))
        }
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("●  #3  2025-01-04") && lines[1].hasPrefix("   #2  2025-01-03"))
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
    }

    @Test func `Output longer than the screen goes through the pager, and nothing is left of it but the text`() throws {
        let pager = ["PAGER": "sed s/^/paged:/"]
        let long = try terminal(["show", "1"], rows: 8, environment: pager)
        #expect(long.contains("paged:") && long.contains("https://example.net/x"))
        #expect(try !terminal(["show", "1"], rows: 40, environment: pager).contains("paged:"))
        #expect(try !terminal(["--no-pager", "show", "1"], rows: 8, environment: pager).contains("paged:"))
        #expect(try !terminal(["show", "1"], rows: 8, environment: ["PAGER": "cat"]).contains("paged:"))
        #expect(try terminal(["show", "1"], rows: 8, environment: ["PAGER": "/nowhere/pager"]).contains("two"))
        let ended = try terminal(["show", "1"], rows: 8, environment: ["PAGER": "head -n 1"])
        #expect(ended.contains("Reading") && !ended.contains("two"))
    }
}
