internal import Database
internal import SQLite
internal import System

/// An SQLite file of another program, opened read-only.
///
/// Nothing about the file is trusted except its format, which SQLite itself checks (docs/decisions/0051). No code in
/// the schema runs: views, virtual tables and computed columns are refused, CHECK constraints are ignored, and triggers
/// run only when something is written.
final class ForeignDatabase {
    private let connection: Connection

    /// Opens the database without creating files next to it. Its write-ahead log is read if there is one, since the log
    /// contains the last changes.
    init(path: String) throws(ReaderArchiveError) {
        // If the path were a pipe, SQLite would wait for its other end.
        guard let kind = FileSystem.kind(path) else {
            throw .database(SQLiteError(extendedCode: SQLiteError.cannotOpen, message: "there is no such file"))
        }
        guard kind == .file else {
            throw .database(SQLiteError(extendedCode: SQLiteError.cannotOpen, message: "not a file"))
        }
        if DatabaseFile.byteCount(path + "-journal") > 0 { throw .unfinished(path: path) }
        let hasLog = DatabaseFile.byteCount(path + "-wal") > 0
        connection = try Self.own {
            let connection = try Connection(path: path, mode: hasLog ? .privateLog : .immutable)
            try connection.execute("PRAGMA ignore_check_constraints = ON; PRAGMA query_only = ON")
            // The first read fails if the file is not a database.
            _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
            return connection
        }
    }

    /// The names of the tables, in lower case.
    func tableNames() throws(ReaderArchiveError) -> Set<String> {
        let rows = try rows("SELECT name FROM sqlite_schema WHERE type = 'table' LIMIT 1000")
        var names: Set<String> = []
        while try rows.next() { if let name = rows.text(0) { names.insert(name.lowercased()) } }
        return names
    }

    /// The names of a table's columns in lower case, with their position in the primary key, counted from 1; 0 for
    /// other columns. Nil if there is no such table.
    ///
    /// - Throws: `ReaderArchiveError.notATable` if reading the table would run code.
    func columns(of table: String) throws(ReaderArchiveError) -> [String: Int64]? {
        let found = try rows(
            "SELECT type, rootpage, sql FROM sqlite_schema WHERE lower(name) = '\(table.lowercased())' LIMIT 2")
        guard try found.next() else { return nil }
        // SQLite itself always writes these two words, but a crafted file may declare something else as a `table`.
        guard found.text(0) == "table", found.integer(1) ?? 0 > 0, found.text(2)?.hasPrefix("CREATE TABLE ") == true,
            try !found.next()
        else { throw .notATable(table) }
        let rows = try rows("SELECT name, pk, hidden FROM pragma_table_xinfo('\(table)')")
        var columns: [String: Int64] = [:]
        while try rows.next() {
            guard rows.integer(2) == 0 else { throw .notATable(table) }
            if let name = rows.text(0) { columns[name.lowercased()] = rows.integer(1) ?? 0 }
        }
        return columns
    }

    /// Reads each page of a table and its indexes once. In a crafted file, pages may refer to each other in a cycle, so
    /// that a scan would never end.
    func verify(_ table: String) throws(ReaderArchiveError) {
        let rows = try rows("PRAGMA quick_check('\(table)')")
        guard try rows.next(), let words = rows.text(0) else { return }
        if words != "ok" { throw .damaged(table: table, ArchiveSink.filled(words) ?? "") }
    }

    func rows(_ sql: String) throws(ReaderArchiveError) -> ForeignRows {
        ForeignRows(try Self.own { try connection.prepare(sql) }, of: self)
    }

    /// Converts SQLite's errors about the foreign file, so that they can be distinguished from errors of a callback,
    /// which may write to another database.
    fileprivate static func own<Result>(_ body: () throws -> Result) throws(ReaderArchiveError) -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw .database(error)
        } catch {
            throw .database(SQLiteError(extendedCode: SQLiteError.inputOutput, message: "\(error)"))
        }
    }
}

/// The rows of a statement's result.
final class ForeignRows {
    private let statement: Statement
    /// Keeps the connection alive: a statement does not retain it.
    private let database: ForeignDatabase

    fileprivate init(_ statement: Statement, of database: ForeignDatabase) {
        self.statement = statement
        self.database = database
    }

    func next() throws(ReaderArchiveError) -> Bool { try ForeignDatabase.own { try statement.step() } }

    /// Restarts the statement with another value of its only parameter.
    func restart(with value: Int64) {
        statement.reset()
        statement.bind(value, at: 1)
    }

    /// Text in any of SQLite's encodings. If it is longer than the limit for contents, returns a part that is still too
    /// long, which the sink refuses without further copies.
    func text(_ column: Int32) -> String? {
        if statement.isNull(column) { return nil }
        let most = ArchiveSink.longestContent + 1
        let cut: String? = statement.withBytes(column) { bytes in
            guard bytes.count > 2 * most else { return nil }
            var part: [UInt8] = []
            part.reserveCapacity(most)
            for index in 0..<most { part.append(bytes[index]) }
            return String(decoding: part, as: UTF8.self)
        }
        return cut ?? statement.text(column)
    }

    func integer(_ column: Int32) -> Int64? { statement.integerOrNil(column) }
    func bool(_ column: Int32) -> Bool? { statement.integerOrNil(column).map { $0 != 0 } }
    func seconds(_ column: Int32) -> Int64? { Moment.seconds(statement.integerOrNil(column)) }
}
