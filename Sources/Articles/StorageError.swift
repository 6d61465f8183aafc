/// Why the store could not be opened or used. Each case carries what a person needs to act; a location is what the engine
/// names the store by: a file, or an address without secrets.
public enum StorageError: Error, Sendable {
    case notFound(location: String)
    /// An SQLite database of another program, or no database at all: left as it is.
    case notOurs(location: String)
    /// Written by a newer version of the program: left as it is.
    case newer(location: String, version: Int64, known: Int64)
    /// The schema is not ours: the file is forged, or was changed by something else.
    case foreignSchema(location: String, SchemaDifference, object: String)
    /// The file at the path is another than the one that was opened: it was moved, deleted or replaced.
    case moved(location: String)
    /// The file that a service works with is not there any more, or has no byte.
    case gone(location: String)
    /// Written by an older version and opened for reading only.
    case needsMigration(location: String)
    case locked(location: String)
    case full(location: String)
    case readOnly(location: String)
    case damaged(location: String, message: String)
    case cannotOpen(location: String, message: String)
    case cannotWrite(location: String, message: String)
    /// A pipe, a socket or a device, which may never answer; or a folder.
    case notAFile(location: String)
    /// A file without a byte.
    case empty(location: String)
    /// A writer died, and what it left half done cannot be taken back, since the file cannot be written.
    case unfinished(location: String)
    /// One file, under one name or two.
    case sameFile(source: String, target: String)
    /// Another process is writing this file, a copy.
    case copyUnderWay(location: String)
    /// A copy of another library that is being written, or was cut short.
    case unfinishedCopy(location: String)
    /// A damaged database; what stands at `target` is as it was.
    case copyRefused(source: String, target: String, problem: String)
    /// What was written is not what is read back.
    case copyDiffers(target: String)
    case noSuchArticle(String)
    case noSuchFeed(String)
    case noSuchSavedSearch(String)
    /// A filter names what nothing has.
    case unknownName(NameKind, String, suggestion: String?)
    case badCursor
    /// A regular expression that cannot be read.
    case badPattern(String)
    /// A regular expression that takes too much time or memory on one article.
    case costlyPattern(String, article: Int64)
    /// Anything else that the engine says, by its own number.
    case engine(code: Int32, message: String)

    /// What a name was looked for among.
    public enum NameKind: Sendable {
        case feed, folder, tag, language
        /// Feeds and folders, as `--in` takes them.
        case scope
    }

    /// How an object of a schema differs from ours.
    public enum SchemaDifference: Sendable {
        /// We make none of this name and kind.
        case foreign
        /// It is defined otherwise.
        case changed
        case missing
    }
}
