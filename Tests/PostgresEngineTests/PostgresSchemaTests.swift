import Dispatch
import LibraryStorage
import PostgreSQL
import TestSupport
import Testing

@testable import PostgresEngine

@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct PostgresSchemaTests {
    @Test("Every primary key and every unique index begins with the library and its slot")
    func keys() throws {
        let connection = try PostgresConnection(PostgresAddress(PostgresServer.shared.get().newDatabase()))
        try PostgresSchema.upgrade(connection)
        let indexes = try connection.query(
            """
            SELECT i.indexrelid::regclass::text,
                (SELECT string_agg(a.attname, ',' ORDER BY k.place) FROM unnest(i.indkey) WITH ORDINALITY AS k(number, place)
                 JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number)
            FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
            WHERE c.relnamespace = 'feedsearch'::regnamespace AND i.indisunique
            """)
        #expect(indexes.count >= 30)
        // The table of libraries is shared by all of them.
        for index in indexes where !index.text(0).hasPrefix("feedsearch.library_") || index.text(0).contains("identity")
        {
            #expect(index.text(1).hasPrefix("library,slot"), "\(index.text(0))")
        }
        let without = try connection.query(
            """
            SELECT relname::text FROM pg_catalog.pg_class c WHERE relnamespace = 'feedsearch'::regnamespace AND relkind = 'r'
            AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_index WHERE indrelid = c.oid AND indisprimary)
            """)
        #expect(without.isEmpty)
    }

    @Test("A role without rights beyond its database is enough, and programs may upgrade at once")
    func upgrades() throws {
        let server = try PostgresServer.shared.get()
        let administrator = try PostgresConnection(PostgresAddress(server.newDatabase()))
        try administrator.execute("CREATE ROLE plain LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE")
        let address = try PostgresAddress(server.newDatabase(of: "plain"))
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            do { try PostgresSchema.upgrade(PostgresConnection(address)) } catch { Issue.record("\(error)") }
        }
        let connection = try PostgresConnection(address)
        #expect(try PostgresSchema.version(connection).steps == PostgresSchema.newestVersion)
        #expect(
            try connection.integer("SELECT count(*) FROM feedsearch.schema_version")
                == Int64(PostgresSchema.newestVersion))
        try PostgresPages.create(connection, LibrarySlot(library: 1))
        try PostgresPages.create(connection, LibrarySlot(library: 1))
        #expect(try connection.integer("SELECT count(*) FROM feedsearch.index_state") == 1)
    }

    @Test("Guids that were removed before they were stored are known where their articles are still in the bin")
    func removedGuids() throws {
        let connection = try PostgresConnection(PostgresAddress(PostgresServer.shared.get().newDatabase()))
        try PostgresSchema.upgrade(connection, to: 4)
        try connection.execute(
            """
            INSERT INTO feedsearch.removed_guid (library, slot, feed, guid_key, n)
            VALUES (1, 0, 7, 'a', 1), (1, 0, 7, 'b', 2), (2, 0, 7, 'b', 3);
            INSERT INTO feedsearch.removed_article (library, slot, n, action, feed, sort_date, received, read, starred, flags,
                hash, guid, guid_key, title, body, html_packed, tags, own_tags)
            VALUES (1, 0, 2, 1, 7, 0, 0, false, false, 0, 0, 'urn:b', 'b', '', '', false, '{}', '{}')
            """)
        try PostgresSchema.upgrade(connection)
        let guids = try connection.query("SELECT guid FROM feedsearch.removed_guid ORDER BY n").map { $0.text(0) }
        #expect(guids == ["", "urn:b", ""])
        // A program that is one step behind goes on.
        try connection.execute(
            "INSERT INTO feedsearch.removed_guid (library, slot, feed, guid_key, n) VALUES (1, 0, 7, 'c', 4)")
    }
}
