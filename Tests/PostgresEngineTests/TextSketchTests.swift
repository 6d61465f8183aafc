import Articles
import PostgreSQL
import SearchRanking
import TestSupport
import Testing

@testable import ArticleSearch
@testable import LibraryStorage
@testable import PostgresEngine

/// Articles that an earlier version stored without the hashes of their texts without titles.
@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct TextSketchTests {
    private let store: PostgresStore
    private static let text = """
        The library at the old harbour has begun to lend out rowing boats. Anyone with a library card may take one for \
        an afternoon, as long as the weather allows it and somebody on board can swim. The librarians say that the idea \
        came from a reader who returned a book about canals and asked what else could be borrowed. Each boat carries a \
        small wooden box with poems, a map of the inlets and a notebook in which guests describe what they saw. In the \
        first month the notebooks filled with herons, lost hats and one proposal of marriage.
        """

    init() throws {
        store = try PostgresLibrary.open(PostgresAddress(PostgresServer.shared.get().newDatabase()), access: .write)
    }

    private func insert(_ guid: String, _ title: String, _ text: String = text) throws {
        _ = try store.insert(1..<2, batchSize: 1) { _ in
            var draft = ArticleDraft()
            draft.feed = "https://\(guid).example/"
            draft.guid = guid
            draft.title = title
            draft.body = Array(text.utf8)
            return draft
        }
    }

    private func forgetTextKeys(_ title: String, _ text: String = text) throws {
        let keys = ForwardEntry(IndexedText(body: Array(text.utf8), title: title, author: nil, language: nil)).sketch
            .textKeys
        #expect(!keys.isEmpty)
        try store.connection.run(
            "DELETE FROM feedsearch.article_sketch WHERE key = ANY ($1)", [.integers(keys.map { Int64($0) })])
    }

    private var group: [Int64] {
        get throws {
            try store.connection.query("SELECT n FROM feedsearch.article_group ORDER BY n").map { $0.integer(0) }
        }
    }

    private var progress: Int64? { get throws { try store.reading { try LibraryTask.textSketches.progress($0) } } }

    @Test("optimize adds the hashes of texts to the articles that lack them, once, and finds their copies")
    func optimize() throws {
        let titles = ["Harbour library lends out boats", "Borrow a boat with your card"]
        for (number, title) in titles.enumerated() {
            try insert("\(number)", title)
            try forgetTextKeys(title)
        }
        try insert("other", "Bees", String(repeating: "A swarm of bees settled in a signal box. ", count: 20))
        #expect(try group == [])
        #expect(try store.check().problems == [])
        #expect(try progress == 0)
        try store.optimize()
        #expect(try group == [1, 2])
        #expect(try store.check().problems == [])
        #expect(try progress == nil)

        // From now on, `check` reports missing hashes, and `reindex` adds them.
        try forgetTextKeys(titles[0])
        try store.optimize()
        #expect(try store.check().problems.contains { $0.contains("near-duplicates") })
        try store.reindex()
        #expect(try store.check().problems == [])
        #expect(try group == [1, 2])
    }

    @Test("After reindex, optimize does not examine the texts again")
    func reindex() throws {
        try insert("one", "Harbour library lends out boats")
        try store.reindex()
        #expect(try progress == nil)
    }
}
