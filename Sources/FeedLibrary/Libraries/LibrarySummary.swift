/// An entry in the list of libraries of a server's database or of a folder.
public struct LibrarySummary: Sendable {
    /// The name of a library on a server, or a file name without `.db`.
    public var name: String
    /// The address or path that can be passed to `--db`.
    public var location: String
    /// The number of articles; nil if the file cannot be read (see `problem`).
    public var articles: Int?
    /// Subscriptions.
    public var feeds: Int?
    /// The size in bytes: that of the file or, on a server, an estimate of the library's share of the database, based
    /// on its number of articles.
    public var bytes: Int
    /// The time of creation, in seconds since 1970; nil for a file.
    public var created: Int64?
    /// The last use, in seconds since 1970. On a server, this is when the library was last changed or opened for
    /// writing, to the minute; for a file, it is the time of the last modification.
    public var lastUse: Int64
    /// Whether the library is being removed or its removal was interrupted.
    public var isBeingRemoved = false
    /// The account that owns the library of a host; nil if that account was removed, and without a host.
    public var account: String?
    /// The reason why the library cannot be read.
    public var problem: String?
}
