import Articles
import Database
import LibraryStorage
import SQLite
import Testing

@testable import SQLiteEngine

/// Texts of ruby annotations and superscripts that an earlier version stored.
@Suite struct AnnotatedTextUpgradeTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("a.db") }
    private static let versionWithEarlierTexts: Int64 = 16

    init() throws { folder = try TemporaryFolder() }

    private func article(_ id: String, html: String, text: String) -> ArticleDraft {
        var article = draft(id, "title \(id)", text)
        article.html = Array(html.utf8)
        return article
    }

    private func makeEarlier() throws {
        let store = try SQLiteStore(path: path, access: .write)
        var drafts = [
            article("note", html: "<p>It was shown<sup>1</sup> before</p>", text: "It was shown1 before"),
            article(
                "ruby", html: "<p>昨日<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>駅</p>", text: "昨日東とう京きょう駅"),
            article("plain", html: "<p>shown<b>2</b></p>", text: "shown2"), draft("text", "title", "no markup"),
        ]
        // Long enough to be compressed.
        let filler = String(repeating: "words of a long text ", count: 30)
        drafts += (0..<150).map {
            article("long \($0)", html: "<p>\(filler)km<sup>\($0)</sup></p>", text: "\(filler)km\($0)")
        }
        try store.insert(drafts)
        try store.connection.execute("UPDATE article SET read = 1 WHERE n = 1")
        try store.connection.execute("UPDATE feed SET unread = unread - 1")
        try store.connection.execute("PRAGMA user_version = \(Self.versionWithEarlierTexts)")
    }

    @Test("An upgrade writes them again a part at a time, and changes nothing else")
    func upgrade() throws {
        try makeEarlier()
        let store = try SQLiteStore(path: path, access: .write, backfill: .zero)
        #expect(try store.hits("shown") == [])
        let history = try store.connection.integer("SELECT count(*) FROM history")
        let hashes = "SELECT group_concat(n || ':' || hash || ':' || read) FROM article"
        let rows = try store.connection.text(hashes)
        var parts = 0
        while try !store.continueBackfill(for: .milliseconds(1)) { parts += 1 }
        #expect(parts > 0)
        #expect(try store.hits("shown") == ["note"])
        #expect(try store.hits("shown1") == ["note"] && store.hits("shown2") == ["plain"])
        #expect(try store.hits("東京駅") == ["ruby"] && store.hits("とうきょう") == ["ruby"] && store.hits("東と") == [])
        #expect(try store.hits("km", limit: 1_000).count == 150)
        #expect(try store.article(1)?.body == "It was shown¹ before")
        #expect(try store.article(1)?.html == "<p>It was shown<sup>1</sup> before</p>")
        #expect(try store.check().problems == [])
        #expect(try store.connection.text(hashes) == rows)
        #expect(try store.connection.integer("SELECT count(*) FROM history") == history)
        #expect(try store.connection.integer("SELECT 1 FROM backfill") == nil)
    }
}
