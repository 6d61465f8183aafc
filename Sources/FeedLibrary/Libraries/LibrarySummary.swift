/// A library among those of a database on a server or of a folder.
public struct LibrarySummary: Sendable {
    /// The name of a library on a server; the name of a file without `.db`.
    public var name: String
    /// The address or the path, as `--db` takes it.
    public var location: String
    /// Nil if the file cannot be read (`problem`).
    public var articles: Int?
    /// Subscriptions.
    public var feeds: Int?
    /// The size of a file; on a server, the library's share of the database, by its number of articles.
    public var bytes: Int
    /// Seconds since 1970; unknown for a file.
    public var created: Int64?
    /// Seconds since 1970. On a server, when the library was last opened for writing or changed, to the minute; of a
    /// file, the time of its last change.
    public var lastUse: Int64
    /// Whether the library is being removed, or its removal was interrupted.
    public var isBeingRemoved = false
    /// Why the library cannot be read.
    public var problem: String?
}
