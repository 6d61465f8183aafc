/// Why the store could not be opened or used. Each case has the details that a user needs to act. A location is the
/// engine's name for the store: a file, or an address without secrets.
public enum StorageError: Error, Sendable {
    case notFound(location: String)
    /// The file is another program's SQLite database, or not a database. It is not changed.
    case notOurs(location: String)
    /// A newer version of the program wrote the store. It is not changed.
    case newer(location: String, version: Int64, known: Int64)
    /// The schema is not ours, because the file was tampered with or another program changed it.
    case foreignSchema(location: String, SchemaDifference, object: String)
    /// The path names a different file from the one that was opened: the file was moved, deleted or replaced.
    case moved(location: String)
    /// The file of a running service no longer exists, or is empty.
    case gone(location: String)
    /// The store was written by an older version of the program, and was opened read-only.
    case needsMigration(location: String)
    case locked(location: String)
    case full(location: String)
    case readOnly(location: String)
    case damaged(location: String, message: String)
    case cannotOpen(location: String, message: String)
    case cannotWrite(location: String, message: String)
    /// The path names a folder, or a pipe, a socket or a device, which may never return data.
    case notAFile(location: String)
    /// The file is empty.
    case empty(location: String)
    /// A writer crashed, and its incomplete changes cannot be rolled back because the file is not writable.
    case unfinished(location: String)
    /// Source and target are the same file.
    case sameFile(source: String, target: String)
    /// Another process is writing a copy to this file.
    case copyUnderWay(location: String)
    /// The file is a copy of another library that is still being written or was interrupted.
    case unfinishedCopy(location: String)
    /// The database on a server has no library with this name.
    case noSuchLibrary(name: String, location: String)
    /// The database on a server already has a library with this name.
    case libraryExists(name: String, location: String)
    /// The library is being removed, or its removal was interrupted.
    case libraryBeingRemoved(name: String, location: String)
    /// The library has been moved to another place, or its move was interrupted. It can be read, but not written.
    case sealed(location: String)
    /// The source database is damaged; the file at `target` is unchanged.
    case copyRefused(source: String, target: String, problem: String)
    /// The data read back differs from the data written.
    case copyDiffers(target: String)
    case noSuchArticle(String)
    /// The library has no member with this number or name.
    case noSuchMember(String)
    /// The feed with this address is fetched with the owner's access, so a member cannot choose what is fetched for it.
    case feedOfOwner(String)
    case noSuchFeed(String)
    case noSuchSavedSearch(String)
    /// A filter uses a name that does not exist.
    case unknownName(NameKind, String, suggestion: String?)
    case badCursor
    /// A regular expression has a syntax error.
    case badPattern(String)
    /// A regular expression takes too much time or memory on one article.
    case costlyPattern(String, article: Int64)
    /// Any other error of the engine, with its code.
    case engine(code: Int32, message: String)

    /// The kind of object that a name refers to.
    public enum NameKind: Sendable {
        case feed, folder, tag, language
        /// A feed or a folder, as in the option `--in`.
        case scope
    }

    /// How an object of a schema differs from the expected one.
    public enum SchemaDifference: Sendable {
        /// The schema of this program has no object with this name and kind.
        case foreign
        /// The definition of the object differs.
        case changed
        case missing
    }
}
