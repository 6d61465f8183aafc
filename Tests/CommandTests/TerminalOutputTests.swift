import FeedLibrary
internal import Formats
import Foundation
import TerminalPages
import Testing

@testable import feedsearch

@Suite(.offPool) struct TerminalOutputTests {
    private let program: BuiltProgram
    /// Escape sequences, C1 controls, overrides and isolates between letters, as they are and as references.
    private static let hostile =
        "evil\u{1B}]0;title\u{7}b\u{90}c\u{9B}31md\u{202E}e\u{2066}f\u{7F}g &#x1b;[2J &#x202e; &#x9b;31m end"

    init() throws {
        program = try BuiltProgram()
        let text = Self.hostile.replacingOccurrences(of: "&", with: "&amp;")
        try program.file("page.html", "<title>\(Self.hostile)</title><body><p>\(Self.hostile)</p>")
        try program.file(
            "links.html",
            "<link rel=alternate type=application/rss+xml title=\"\(Self.hostile)\" href=\"/\u{90}\u{202E}feed\">")
        // An attribute keeps what XML 1.0 does not allow; it must still be harmless.
        try program.file(
            "list.opml",
            "<opml version='2.0'><body><outline text=\"\(text)\" xmlUrl=\"https://example.org/feed\"/></body></opml>")
        try program.file(
            "feed.json",
            Self.json([
                "version": "https://jsonfeed.org/version/1.1", "title": Self.hostile,
                "items": [["id": Self.hostile, "title": Self.hostile, "content_html": Self.hostile]],
            ]))
        try program.file(
            "articles.jsonl",
            Self.json([
                "feed": "https://example.org/feed", "id": Self.hostile, "title": Self.hostile, "text": Self.hostile,
                "author": Self.hostile, "tags": [Self.hostile], "url": "https://example.org/\u{90}\u{1B}[2J\u{202E}",
            ]) + "\n")
        for words in [["import", "list.opml"], ["ingest", "articles.jsonl"], ["save", Self.hostile, "evil"]] {
            _ = try program.run(["--db", "a.db"] + words)
        }
    }

    private static func json(_ value: Any) -> String {
        String(decoding: (try? JSONSerialization.data(withJSONObject: value)) ?? Data(), as: UTF8.self)
    }

    @Test(
        "No command writes controls or overrides from a feed to a terminal",
        arguments: [
            "text page.html", "sanitize page.html", "parse feed.json", "parse --json feed.json",
            "convert --to jsonfeed feed.json", "opml list.opml", "discover --file links.html",
            "discover --file links.html --json", "tokens < page.html", "search evil", "search -0 evil",
            "search --json evil", "search --explain --facets evil", "list", "list --jsonl", "show 1", "show --all 1",
            "show --json 1", "complete evi", "complete --json evi", "feeds", "feeds --json", "saved", "saved --json",
            "saved \"$(printf '\(Self.shellName)')\" --to atom", "export", "alerts", "stats", "import list.opml",
            "ingest articles.jsonl", "undo --dry-run", "--verbose search evil",
            "search fox --in \"$(printf 'evil\\033]0;x\\007')\"", "text \"$(printf 'evil\\033]0;x\\007')\"",
        ])
    func terminal(_ line: String) throws {
        let words = "feedsearch --db a.db --color never \(line)"
        try program.file("line.sh", words + "\n")
        let outcome = try program.shell("script -qec 'bash line.sh' /dev/null < /dev/null")
        #expect(!outcome.output.isEmpty)
        // The progress of what takes half a second clears its line.
        let output = outcome.output.replacingOccurrences(of: "\r\u{1B}[K", with: "")
        let harmful = output.unicodeScalars.filter {
            TerminalSafe.isHarmful($0) && !"\n\r\t".unicodeScalars.contains($0) && !(line.contains("-0") && $0 == "\0")
        }
        #expect(harmful.isEmpty, "\(line): \(outcome.output.debugDescription)")
    }

    private static var shellName: String {
        hostile.utf8.map { String(format: "\\x%02x", $0) }.joined()
    }

    @Test("A file or a pipe gets a document byte for byte")
    func piped() throws {
        let piece = "a\u{90}b\u{202E}c\u{2066}d\te"
        try program.file("piece.html", "<p>\(piece)</p>")
        #expect(try program.run(["text", "piece.html"]).output == HTMLExpectation.text(piece) + "\n")
        #expect(try program.run(["sanitize", "piece.html"]).output.contains("\u{202E}"))
    }

    @Test("A mistake at the end of a long query is shown at once")
    func longQuery() throws {
        let outcome = try program.run(["search", String(repeating: "é(", count: 15_000) + " nosuch:x"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.utf8.count < 2_000)
    }
}

/// What the plain text of a paragraph is: white space is folded, nothing else changes.
private enum HTMLExpectation {
    static func text(_ piece: String) -> String { piece.replacingOccurrences(of: "\t", with: " ") }
}
