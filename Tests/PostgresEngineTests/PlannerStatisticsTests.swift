import Articles
import LibraryStorage
import PostgreSQL
import TestSupport
import Testing

@testable import PostgresEngine

@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct PlannerStatisticsTests {
    /// Without statistics the server plans a search by tag as for empty tables, and compares all articles with all tags.
    @Test("After a first load of a few articles, the server has statistics of the tables that filters read")
    func firstLoad() throws {
        let store = try PostgresLibrary.open(PostgresAddress(PostgresServer.shared.get().newDatabase()), access: .write)
        _ = try store.insert(0..<20) { number in
            var draft = ArticleDraft()
            draft.feed = "https://a.example/"
            draft.guid = "\(number)"
            draft.title = "Title \(number)"
            draft.tags = ["tag \(number)"]
            return draft
        }
        for table in ["article", "article_text", "article_tag", "tag", "feed"] {
            // -1 for a table that was never analyzed.
            let rows = try store.connection.integer(
                "SELECT reltuples::int8 FROM pg_catalog.pg_class WHERE oid = 'feedsearch.\(table)'::regclass")
            #expect(rows ?? -1 > 0, "\(table)")
        }
    }
}
