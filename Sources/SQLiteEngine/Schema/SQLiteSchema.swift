internal import Articles
internal import SQLite

/// The numbered steps that upgrade a database to the form that this program reads.
enum SQLiteSchema {
    /// "fdsr": identifies our files among SQLite databases (<https://www.sqlite.org/fileformat.html#application_id>).
    static let applicationID: Int64 = 0x6664_7372
    static let steps =
        firstSteps + smallerDatabase + alertTemplates + destinations + openedArticles + trends
        + topics + members + memberRules
    /// The number of steps. It is a constant so that the SQL is built only when steps are run; a test compares it with
    /// the actual number.
    static let newestVersion: Int64 = 25
    /// The tokenizer's name in the index's CREATE statement.
    static let tokenizerName = "feedsearch"

    struct Step {
        /// A table that the step creates, or `table.column` for a column that it adds; nil if the step may run twice.
        let marker: String?
        /// Must be fast for any number of articles. Work that grows with the number of articles is left to a backfill.
        let sql: String
    }

    /// Added to the version of a sealed file. Programs that do not know seals refuse the file as one of a newer
    /// program.
    static let sealOffset: Int64 = 1_000_000

    /// The version of a file without its seal.
    static func withoutSeal(_ version: Int64) -> Int64 {
        (sealOffset...(sealOffset + newestVersion)).contains(version) ? version - sealOffset : version
    }

    /// Refuses versions of newer programs, and versions that no program has written.
    static func requireKnown(_ version: Int64, of path: String) throws(StorageError) {
        if version < 0 { throw .damaged(location: path, message: "its version is \(version)") }
        if version > newestVersion { throw .newer(location: path, version: version, known: newestVersion) }
    }

    /// Runs the steps that the file does not have yet, up to `last`. Must run inside an exclusive transaction, so that
    /// the version cannot change between being read and being written.
    static func upgrade(_ connection: Connection, to last: Int64 = newestVersion) throws {
        var version = try connection.integer("PRAGMA user_version") ?? 0
        while version < last {
            let step = steps[Int(version)]
            // Earlier versions could reset the number when two processes upgraded a file at the same time. A step whose
            // marker exists has run to completion, because each step was one transaction.
            if try step.marker.map({ try has($0, connection) }) != true { try connection.execute(step.sql) }
            version += 1
        }
        try connection.execute("PRAGMA user_version = \(version)")
    }

    private static func has(_ marker: String, _ connection: Connection) throws -> Bool {
        let parts = marker.split(separator: ".").map { SQLValue.text(String($0)) }
        return parts.count > 1
            ? try connection.integer("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", parts) != nil
            : try connection.integer("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", parts) != nil
    }
}
