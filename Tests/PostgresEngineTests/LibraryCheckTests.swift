import Articles
import LibraryStorage
import PostgreSQL
import TestSupport
import Testing

@testable import PostgresEngine

@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct LibraryCheckTests {
    private let store: PostgresStore

    init() throws {
        store = try PostgresLibrary.open(PostgresAddress(PostgresServer.shared.get().newDatabase()), access: .write)
        store.alertSettings.includesFirstImports = true
        try store.save(
            search: "tea", query: "tea", comment: nil, rule: AlertRule(channel: "command:true"), now: 1)
        let story = (0..<120).map { "word\($0) of a long story" }.joined(separator: " ")
        try insert(60) { number in ("tea \(number) 全文搜索 season", "全文搜索 \(number)") }
        try insert(3) { number in ("changed \(number)", "tea changed") }
        try store.sortAlerts()
        try insert(62) { number in
            number < 60 ? ("tea \(number) 全文搜索 season", "全文搜索 \(number)") : (story, "a story of tea")
        }
        try store.remove([5, 6], now: 1)
        try store.refreshTitleWords()
    }

    private func insert(_ count: Int, _ text: @escaping (Int) -> (body: String, title: String)) throws {
        var number = 0
        try store.insert(
            BatchInsertRequest { row in
                guard number < count else { return false }
                row.feed = "https://\(number % 2).example/"
                row.guid = "g\(number)"
                row.title = text(number).title
                row.body = Array(text(number).body.utf8)
                row.author = "Author"
                row.language = number % 2 == 0 ? "de" : nil
                number += 1
                return true
            }, now: 1)
    }

    @Test("A library without faults has none, also once it was indexed again and merged")
    func clean() throws {
        #expect(try store.check().problems == [])
        #expect(try store.check().articles == 60)
        try store.optimize()
        #expect(try store.check().problems == [])
        try store.reindex()
        #expect(try store.check().problems == [])
        let reader = try PostgresLibrary.open(store.address, access: .read)
        #expect(try reader.check().problems == [])
    }

    @Test(
        "Each fault is found",
        arguments: [
            "UPDATE feed SET unread = unread + 1 WHERE id = 1",
            "DELETE FROM article_text WHERE n = 7",
            "DELETE FROM article WHERE n = 7",
            "UPDATE article SET guid_key = '\\x00' WHERE n = 7",
            "UPDATE article SET sort_date = sort_date + 5 WHERE n = 7",
            "UPDATE author SET name = 'another'",
            "UPDATE article_text SET body = body || ' more'::bytea WHERE n = 8",
            "UPDATE article_text SET title = 'other' WHERE n = 8",
            "UPDATE article_forward SET characters = characters || '\\x0000' WHERE n = 8",
            "UPDATE article_facts SET facts = set_byte(facts, 108, 77)",
            "DELETE FROM article_sketch WHERE n = 61",
            "INSERT INTO article_sketch VALUES (1, 0, 12345, 9)",
            "INSERT INTO article_group VALUES (1, 0, 9, 9)",
            "DELETE FROM indexed_length WHERE n = 9",
            "UPDATE indexed_length SET lengths = '\\x010101' WHERE n = 9",
            "DELETE FROM character_frequency WHERE character = 20840",
            "UPDATE stem_language SET articles = 7",
            "UPDATE counter SET last = 3 WHERE name = 'article'",
            "UPDATE frequent_word SET words = set_byte(words, length(words) - 1, 1)",
            "UPDATE title_word SET titles = titles + 1 WHERE word = '全文搜索'",
            "UPDATE alert_queue SET waiting = waiting + 1",
            "UPDATE alert_waiting SET rest = rest || '\\x80'",
            "DELETE FROM saved_search",
            "DELETE FROM removed_guid",
            "UPDATE index_state SET averages = ''",
            "DELETE FROM segment_terms WHERE ctid = (SELECT min(ctid) FROM segment_terms)",
            "UPDATE index_state SET next_segment = 1",
        ])
    func faults(_ sql: String) throws {
        try store.connection.execute("SET search_path = feedsearch; \(sql); RESET search_path")
        #expect(try !store.check().problems.isEmpty)
    }

    @Test("What reindex makes anew has no faults, whatever it was")
    func repair() throws {
        try store.connection.execute(
            """
            SET search_path = feedsearch;
            DELETE FROM segment_page; DELETE FROM article_forward WHERE n > 9; DELETE FROM article_sketch;
            UPDATE article_facts SET facts = ''; UPDATE stem_language SET articles = 3;
            DELETE FROM frequent_word; UPDATE title_word SET titles = 2; UPDATE index_state SET averages = '\\x7f7f';
            RESET search_path
            """)
        #expect(try !store.check().problems.isEmpty)
        try store.reindex()
        #expect(try store.check().problems == [])
    }

    @Test("A check is one snapshot: writers go on meanwhile, and it finds no fault for that")
    func besideWriter() throws {
        let reader = try PostgresLibrary.open(store.address, access: .read)
        let report = try reader.snapshot {
            _ = try reader.newestID()
            try insert(200) { number in ("more \(number)", "later \(number)") }
            return try reader.check()
        }
        #expect(report.problems == [] && report.articles == 60)
        #expect(try reader.check().articles == 200)
    }
}
