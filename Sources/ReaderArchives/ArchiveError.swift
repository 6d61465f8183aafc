package import SQLite
package import System

/// Why nothing, or nothing more, can be read from a foreign file.
package enum ArchiveError: Error, Equatable, Sendable {
    case file(SystemError)
    case database(SQLiteError)
    /// SQLite finds the table damaged; its words.
    case damaged(table: String, String)
    /// A transaction was not finished: the reader itself must open the file once.
    case unfinished(path: String)
    /// The table is a view, a virtual table, or computes columns. Its code would run.
    case notATable(String)
    /// Tables, or columns as `table.column`, without which there are no articles.
    case missing([String])
    /// The file has another form than the one that was asked for.
    case otherForm(ReaderArchive.Format)
    /// SQLite reads files, not bytes.
    case needsFile
}
