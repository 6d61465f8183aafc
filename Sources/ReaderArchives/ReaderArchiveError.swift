package import SQLite
package import System

/// An error that ended the reading of a foreign file.
package enum ReaderArchiveError: Error, Equatable, Sendable {
    case file(SystemError)
    case database(SQLiteError)
    /// SQLite reports that the table is damaged. The second value is SQLite's message.
    case damaged(table: String, String)
    /// A transaction was not finished. The program that owns the file must open it once to recover it.
    case unfinished(path: String)
    /// The table is a view or a virtual table, or has computed columns: reading it would run code.
    case notATable(String)
    /// Required tables or columns (as `table.column`) are missing, so the file has no readable articles.
    case missing([String])
    /// The file does not have the requested format.
    case otherForm(ReaderArchive.Format)
    /// SQLite can only read files, not bytes in memory.
    case needsFile
}
