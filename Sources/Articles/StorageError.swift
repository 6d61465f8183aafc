/// Why the store could not be opened or used. Each case has the details that a user needs to act. A location is the
/// engine's name of the store: a file, or an address without secrets.
public enum StorageError: Error, Sendable {
    case notFound(location: String)
    /// An SQLite database of another program, or not a database; it is not changed.
    case notOurs(location: String)
    /// Written by a newer version of the program; it is not changed.
    case newer(location: String, version: Int64, known: Int64)
    /// The schema is not ours: the file was tampered with, or another program changed it.
    case foreignSchema(location: String, SchemaDifference, object: String)
    /// The path names a different file from the one that was opened: the file was moved, deleted or replaced.
    case moved(location: String)
    /// The file of a running service no longer exists, or is empty.
    case gone(location: String)
    /// Written by an older version and opened read-only.
    case needsMigration(location: String)
    case locked(location: String)
    case full(location: String)
    case readOnly(location: String)
    case damaged(location: String, message: String)
    case cannotOpen(location: String, message: String)
    case cannotWrite(location: String, message: String)
    /// A pipe, a socket or a device, which may never return data; or a folder.
    case notAFile(location: String)
    /// An empty file.
    case empty(location: String)
    /// A writer crashed, and its incomplete changes cannot be rolled back because the file is not writable.
    case unfinished(location: String)
    /// Both names refer to the same file.
    case sameFile(source: String, target: String)
    /// Another process is writing a copy to this file.
    case copyUnderWay(location: String)
    /// A copy of another library that is still being written, or was interrupted.
    case unfinishedCopy(location: String)
    /// The source database is damaged; the file at `target` is unchanged.
    case copyRefused(source: String, target: String, problem: String)
    /// The data read back differ from the data written.
    case copyDiffers(target: String)
    case noSuchArticle(String)
    case noSuchFeed(String)
    case noSuchSavedSearch(String)
    /// A filter uses a name that does not exist.
    case unknownName(NameKind, String, suggestion: String?)
    case badCursor
    /// A regular expression with a syntax error.
    case badPattern(String)
    /// A regular expression that takes too much time or memory on one article.
    case costlyPattern(String, article: Int64)
    /// Any other error of the engine, with its code.
    case engine(code: Int32, message: String)

    /// The kind of object that a name refers to.
    public enum NameKind: Sendable {
        case feed, folder, tag, language
        /// A feed or a folder, as accepted by `--in`.
        case scope
    }

    /// How an object of a schema differs from the expected one.
    public enum SchemaDifference: Sendable {
        /// Our schema has no object of this name and kind.
        case foreign
        /// Its definition differs.
        case changed
        case missing
    }
}
