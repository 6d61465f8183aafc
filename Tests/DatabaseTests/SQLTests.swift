import Testing

@testable import Database

@Suite("SQL is written once for both engines")
struct SQLTests {
    private static let feed = Table(
        "feed", counter: "feed",
        [
            Column("id", .integer), Column("url", .text, hasKey: true),
            Column("title", .text),
            Column("interval_seconds", .integer, sqliteName: "interval"),
        ])

    @Test("A value that is interpolated is bound, whatever it contains")
    func values() {
        let sql: SQL = "SELECT f.id FROM \(rows: Self.feed) f WHERE f.title = \("'; DROP TABLE feed") AND f.id > \(7)"
        let sqlite = sql.rendered(for: .sqlite)
        #expect(sqlite.text == "SELECT f.id FROM feed f WHERE f.title = ?1 AND f.id > ?2")
        #expect(sqlite.values == [.value(.text("'; DROP TABLE feed")), .value(.integer(7))])
        let postgres = sql.rendered(for: .postgres)
        #expect(
            postgres.text
                == """
                SELECT f.id FROM (SELECT * FROM feedsearch.feed WHERE library = $1 AND slot = $2) f \
                WHERE f.title = $3 AND f.id > $4
                """)
        #expect(postgres.values == sqlite.values)
    }

    @Test("For a reader, a table is replaced by the reader's view, whose own tables are the stored ones")
    func readers() {
        let reader = SQLReader(number: 7) { table, hint in
            table == Self.feed
                ? "SELECT x.id, \(sql: .reader) AS m FROM \(rows: Self.feed, as: "x", sqliteHint: hint)" : nil
        }
        let sql: SQL = """
            SELECT f.id FROM \(rows: Self.feed, as: "f", sqliteHint: "NOT INDEXED") \
            WHERE \(owner: "f.id = 1", other: "f.m = \(sql: .reader)") AND f.id > \(2)
            """
        #expect(sql.rendered(for: .sqlite).text == "SELECT f.id FROM feed f NOT INDEXED WHERE f.id = 1 AND f.id > ?1")
        let sqlite = sql.rendered(for: .sqlite, reader: reader)
        #expect(
            sqlite.text == """
                SELECT f.id FROM (SELECT x.id, current_reader() AS m FROM feed x NOT INDEXED) f \
                WHERE f.m = current_reader() AND f.id > ?1
                """)
        #expect(sqlite.values == [.value(.integer(2))])
        let postgres = sql.rendered(for: .postgres, reader: reader)
        #expect(
            postgres.text == """
                SELECT f.id FROM (SELECT x.id, $3 AS m FROM \
                (SELECT * FROM feedsearch.feed WHERE library = $1 AND slot = $2) x) f WHERE f.m = $4 AND f.id > $5
                """)
        #expect(postgres.values == [.value(.integer(7)), .value(.integer(7)), .value(.integer(2))])
    }

    @Test("PostgreSQL looks up a keyed column by its hash")
    func names() {
        let sql: SQL = "SELECT 1 FROM \(rows: Self.feed) f WHERE \(name: "f.url", is: "http://a.example/")"
        #expect(sql.rendered(for: .sqlite).text == "SELECT 1 FROM feed f WHERE f.url IN (?1)")
        let postgres = sql.rendered(for: .postgres)
        #expect(postgres.text.hasSuffix("WHERE f.url_key = ANY ($3)"))
        #expect(postgres.values == [.keys([NameKey.of("http://a.example/")])])
    }

    @Test("Names in SQLite are padded, so that few statements are prepared")
    func manyNames() {
        let sql: SQL = "\(name: "url", isOneOf: ["a", "b", "c"])"
        let rendered = sql.rendered(for: .sqlite)
        #expect(rendered.text == "url IN (?1, ?2, ?3, ?4)")
        #expect(rendered.values == ["a", "b", "c", "c"].map { .value(.text($0)) })
        #expect(("\(name: "url", isOneOf: [])" as SQL).rendered(for: .sqlite).text == "url IN ()")
    }

    @Test("An insertion writes the key beside its text, and the library's columns, in PostgreSQL alone")
    func insertion() {
        let sql = SQL.insert(
            into: Self.feed, ["id": .integer(1), "url": .text("u"), "interval_seconds": .null],
            onConflict: .updatesKnown(["interval_seconds"], always: ["title"]))
        #expect(
            sql.rendered(for: .sqlite).text
                == """
                INSERT INTO feed (id, url, interval) VALUES (?1, ?2, ?3) ON CONFLICT (id) DO UPDATE SET \
                interval = coalesce(excluded.interval, feed.interval), title = excluded.title
                """)
        let postgres = sql.rendered(for: .postgres)
        #expect(
            postgres.text
                == """
                INSERT INTO feedsearch.feed (library, slot, id, url, interval_seconds, url_key) \
                VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (library, slot, id) DO UPDATE SET \
                interval_seconds = coalesce(excluded.interval_seconds, feed.interval_seconds), title = excluded.title
                """)
        #expect(postgres.values.last == .value(.bytes(NameKey.of("u"))))
    }

    @Test("A change names the library in PostgreSQL, whatever its condition is")
    func change() {
        let sql = SQL.delete(from: Self.feed, where: "id = \(1) OR id\(isOneOf: [2, 3])")
        #expect(
            sql.rendered(for: .sqlite).text
                == "DELETE FROM feed\nWHERE (id = ?1 OR id IN (SELECT value FROM json_each(?2)))")
        #expect(
            sql.rendered(for: .postgres).text
                == "DELETE FROM feedsearch.feed\nWHERE library = $1 AND slot = $2 AND (id = $3 OR id = ANY ($4))")
    }

    @Test("Numbers that plans depend on are in the text in SQLite alone, and a statement knows that its texts vary")
    func numbersInText() {
        let sql: SQL = "SELECT 1 FROM \(rows: Self.feed) f WHERE f.id\(isOneOfInText: [2, -3]) LIMIT \(inText: 9)"
        let sqlite = sql.rendered(for: .sqlite)
        #expect(sqlite.text == "SELECT 1 FROM feed f WHERE f.id IN (2,-3) LIMIT 9" && sqlite.values.isEmpty)
        let postgres = sql.rendered(for: .postgres)
        #expect(postgres.text.hasSuffix("WHERE f.id = ANY ($3) LIMIT $4"))
        #expect(postgres.values == [.numbers([2, -3]), .value(.integer(9))])
        #expect(!sqlite.varies && (sql + .varies).rendered(for: .sqlite).varies)
        #expect((sql + .varies).rendered(for: .sqlite).text == sqlite.text)
    }
}
