/// A change of what a reader keeps about articles.
public enum StateChange: Sendable {
    case read(Bool)
    case starred(Bool)
    case tags(add: [String], remove: [String])
    /// Left out of lists and searches, and read.
    case hidden(Bool)
}

/// Which articles `markAllRead` is about.
public struct ReadScope: Sendable {
    /// An address, title or folder, as `SearchRequest.within`; nil for everything.
    public var within: String?
    /// The feed's id.
    public var feed: Int64?
    /// A folder's name or path, those inside it too.
    public var folder: String?
    /// The newest article that the reader has seen: what arrived after it stays unread.
    public var newestSeen: Int64?
    /// Only what arrived before, seconds since 1970.
    public var receivedBefore: Int64?

    public init() {}
}
