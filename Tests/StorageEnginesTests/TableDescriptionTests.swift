import Database
import LibraryStorage
import PostgreSQL
import SQLite
import StorageTestSupport
import Testing

/// Each table is described once: what the schema steps of both engines make must be what the description says.
@Suite struct TableDescriptionTests {
    /// Columns of an engine alone, and what a description leaves out because no row of today has it.
    private static let others: [StorageEngine: [String: Set<String>]] = [
        .sqlite: [
            "feed": ["position", "extra"], "saved_search": ["extra"],
        ],
        .postgres: ["article_text": ["html_packed"], "removed_article": ["html_packed"]],
    ]

    @Test("A table is described with all of its columns, their types and its key", arguments: StorageEngine.all)
    func columns(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        _ = try library.store()
        // Each engine has a form of its own of what actions changed.
        for copied in CopiedTable.all where copied.selection != .recordedChanges {
            let table = copied.table
            let known = try Self.columns(of: table, library)
            var described = Self.others[engine]?[table.name] ?? []
            for column in table.columns where engine == .sqlite || !column.isSQLiteOnly {
                let name = engine == .sqlite ? column.sqliteName : column.name
                // The bin of SQLite has one column for both kinds of tags.
                if engine == .sqlite, table == .removedArticle, name == "own_tags" { continue }
                described.insert(name)
                let type = try #require(known.types[name], "\(table.name).\(name)")
                #expect(Self.types(of: column, engine).contains(type), "\(table.name).\(name) is \(type)")
                if engine == .postgres, column.hasKey {
                    described.insert(column.keyName)
                    #expect(known.types[column.keyName] == "bytea")
                }
            }
            #expect(described == Set(known.types.keys), "\(table.name)")
            let key = table.key.map { engine == .sqlite ? $0.sqliteName : $0.hasKey ? $0.keyName : $0.name }
            // A table of SQLite may have none.
            if !known.key.isEmpty { #expect(Set(key) == known.key, "\(table.name)") }
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

    private static func columns(
        of table: Table, _ library: TestLibrary
    ) throws -> (types: [String: String], key: Set<String>) {
        var (types, key): ([String: String], Set<String>) = ([:], [])
        switch library.engine {
        case .sqlite:
            let connection = try Connection(path: library.address, mode: .readOnly)
            try connection.rows("SELECT name, type, pk FROM pragma_table_info(\(table.name))") {
                types[$0.text(0)] = $0.text(1)
                if $0.bool(2) { key.insert($0.text(0)) }
            }
        case .postgres:
            let connection = try PostgresConnection(PostgresAddress(library.address))
            for row in try connection.query(
                """
                SELECT a.attname::text, t.typname::text, a.attnum = ANY (i.indkey)
                FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
                JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
                WHERE a.attrelid = ('feedsearch.' || $1)::regclass AND a.attnum > 0 AND NOT a.attisdropped
                    AND a.attname NOT IN ('library', 'slot')
                """, [.text(table.name)])
            {
                types[row.text(0)] = row.text(1)
                if row.bool(2) { key.insert(row.text(0)) }
            }
        }
        return (types, key)
    }
}
