/// A change in an article's state: read, starred, tags or hidden.
public enum StateChange: Sendable {
    case read(Bool)
    case starred(Bool)
    case tags(add: [String], remove: [String])
    /// Hides an article from lists and searches, and marks it as read.
    case hidden(Bool)
}

/// The articles that `markAllRead` marks.
public struct ReadScope: Sendable {
    /// Limits the scope to a feed or folder, as in `SearchRequest.within`; nil for all articles.
    public var within: String?
    public var feed: Int64?
    /// A folder's name or path; folders inside it are included.
    public var folder: String?
    /// The newest article that the reader has seen. Later articles stay unread.
    public var newestSeen: Int64?
    /// Limits the scope to articles that arrived before this time, in seconds since 1970.
    public var receivedBefore: Int64?

    public init() {}
}
