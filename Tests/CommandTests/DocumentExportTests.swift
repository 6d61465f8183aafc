import Foundation
import Testing

/// Articles as documents, from the command line.
@Suite(.offPool) struct DocumentExportTests {
    private let program: BuiltProgram

    init() throws {
        program = try BuiltProgram()
        let lines = (1...3).map {
            #"{"feed":"https://example.org/feed","id":"\#($0)","title":"Tea \#($0) <b>","url":"https://example.org/\#($0)","published":"2024-01-0\#($0)T00:00:00Z","html":"<p>cup <em>\#($0)</em><script>x</script></p>"}"#
        }
        try program.file("tea.jsonl", lines.joined(separator: "\n") + "\n")
        #expect(try run("ingest", "tea.jsonl").status == 0)
    }

    private func run(_ words: String...) throws -> BuiltProgram.Outcome { try program.run(["--db", "a.db"] + words) }

    @Test("Articles that match are written as Markdown and HTML, newest first, up to the limit") func texts() throws {
        let markdown = try run("export", "tea", "--to", "markdown", "--limit", "2")
        #expect(markdown.status == 0, "\(markdown.errors)")
        #expect(markdown.output.hasPrefix("# tea\n"))
        #expect(markdown.output.contains("## Tea 3 \\<b>\n") && markdown.output.contains("cup *3*"))
        #expect(markdown.output.contains("[source](https://example.org/3)"))
        let second = try #require(markdown.output.firstRange(of: "Tea 2"))
        #expect(try #require(markdown.output.firstRange(of: "Tea 3")).lowerBound < second.lowerBound)
        #expect(!markdown.output.contains("Tea 1"))
        let html = try run("export", "tea", "--to", "html").output
        #expect(
            html.contains("<h2>Tea 1 &lt;b&gt;</h2>") && html.contains("<p>cup <em>1</em></p>")
                && !html.contains("script>"))
    }

    @Test("With a query alone the document is a book") func book() throws {
        let outcome = try program.shell(
            "feedsearch --db a.db export tea > tea.epub && python3 -m zipfile -t tea.epub && head -c 58 tea.epub | tail -c 28"
        )
        #expect(
            outcome.output.contains("Done testing") && outcome.output.contains("mimetypeapplication/epub+zip"),
            "\(outcome)")
    }

    @Test("A format without a query, an unknown format and a query without matches are told") func mistakes() throws {
        let wanting = try run("export", "--to", "epub")
        #expect(wanting.status == 2 && wanting.errors.contains("export --to epub is:starred"), "\(wanting.errors)")
        #expect(try run("export", "tea", "--to", "opml").status == 2)
        #expect(try run("export", "tea", "--to", "epub", "--starred").status == 2)
        #expect(try run("export", "coffee", "--to", "markdown").status == 1)
        #expect(try run("export", "title:(", "--to", "markdown").status == 2)
        #expect(try run("export").output.contains("<opml"))
    }
}
