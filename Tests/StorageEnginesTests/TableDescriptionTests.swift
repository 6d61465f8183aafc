import Database
import LibraryStorage
import PostgreSQL
import SQLite
import StorageTestSupport
import Testing

/// Each table is described once: what the schema steps of both engines make must be what the description says.
@Suite struct TableDescriptionTests {
    @Test(
        "Every described table has its columns, with their types and its key, in the engine",
        arguments: StorageEngine.all)
    func columns(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        _ = try library.store()
        for copied in CopiedTable.all {
            let table = copied.table
            let known = try Self.columns(of: table, library)
            for column in table.columns {
                let name = engine == .sqlite ? column.sqliteName : column.name
                // The bin of SQLite has one column for both kinds of tags.
                if engine == .sqlite, table == .removedArticle, name == "own_tags" { continue }
                let type = try #require(known[name], "\(table.name).\(name)")
                #expect(Self.types(of: column, engine).contains(type), "\(table.name).\(name) is \(type)")
                if engine == .postgres, column.hasKey { #expect(known[column.keyName] == "bytea") }
            }
        }
    }

    private static func types(of column: Column, _ engine: StorageEngine) -> [String] {
        switch (column.kind, engine) {
        case (.integer, .postgres): ["int8"]
        case (.integer16, .postgres): ["int2"]
        case (.integer32, .postgres): ["int4"]
        case (.bool, .postgres): ["bool"]
        case (.text, .postgres): ["text"]
        case (.bytes, .postgres), (.body, .postgres), (.html, .postgres): ["bytea"]
        case (.integers, .postgres): ["_int8"]
        case (.integer, _), (.integer16, _), (.integer32, _), (.bool, _): ["INTEGER"]
        case (.text, _), (.body, _): ["TEXT"]
        case (.bytes, _): ["BLOB"]
        case (.html, _): [""]
        case (.integers, _): ["TEXT", "BLOB"]
        }
    }

    private static func columns(of table: Table, _ library: TestLibrary) throws -> [String: String] {
        var found: [String: String] = [:]
        switch library.engine {
        case .sqlite:
            let connection = try Connection(path: library.address, mode: .readOnly)
            try connection.rows("SELECT name, type FROM pragma_table_info(\(table.name))") {
                found[$0.text(0)] = $0.text(1)
            }
        case .postgres:
            let connection = try PostgresConnection(PostgresAddress(library.address))
            for row in try connection.query(
                """
                SELECT a.attname::text, t.typname::text FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
                WHERE a.attrelid = ('feedsearch.' || $1)::regclass AND a.attnum > 0 AND NOT a.attisdropped
                """, [.text(table.name)])
            { found[row.text(0)] = row.text(1) }
        }
        return found
    }
}
