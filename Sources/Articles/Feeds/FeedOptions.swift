/// What a reader sets for one feed; nil leaves what is built in.
///
/// No secret stands here: `headers`, `credentials` and `proxy` name the file or the environment variable that holds it.
public struct FeedOptions: Sendable, Equatable {
    public var userAgent: String?
    /// A file of header lines, or `env:NAME`.
    public var headers: String?
    /// A cookies file in Netscape's form.
    public var cookies: String?
    /// A file with `user:password` on its first line, or `env:NAME`.
    public var credentials: String?
    /// A proxy's address without user info; or `env:NAME`, or `file:PATH`, where it has some; `none` for no proxy.
    public var proxy: String?
    /// Seconds between two fetches, in place of the feed's own rhythm.
    public var interval: Int64?
    /// What is kept of it; nil as for every feed.
    public var limits: ArticleLimits?
    /// How many of its articles may be unread, the newest; 0 any number, nil as for every feed.
    public var keepUnread: Int64?
    /// Where the whole text of its articles comes from; nil where the feed's text is whole.
    public var fullText: FullText?

    public init() {}

    public var isEmpty: Bool { self == FeedOptions() }
}

/// What is kept of a feed's articles; an article that is beyond either limit is removed.
public struct ArticleLimits: Sendable, Equatable {
    /// Number of newest articles; nil for any number.
    public var count: Int64?
    /// Age in seconds; nil for any age.
    public var seconds: Int64?

    public init(count: Int64? = nil, seconds: Int64? = nil) {
        self.count = count
        self.seconds = seconds
    }

    /// As engines store it, where 0 articles with no age stand for `none`.
    ///
    /// - Returns: nil for a feed without limits of its own.
    package init?(storedCount count: Int64?, seconds: Int64?) {
        if count == nil, seconds == nil { return nil }
        self.init(count: count == 0 ? nil : count, seconds: seconds)
    }

    package var storedCount: Int64? { self == .none ? 0 : count }

    /// Everything is kept.
    public static let none = ArticleLimits()
}

/// How the main content of an article's page is found.
public enum FullText: Sendable, Equatable {
    case automatic
    /// A CSS selector of its elements.
    case selector(String)
}

/// What counts for feeds that have no options of their own.
public struct FeedDefaults: Sendable, Equatable {
    public var limits = ArticleLimits.none
    /// nil for any number.
    public var keepUnread: Int64?

    public init() {}

    public var isEmpty: Bool { self == FeedDefaults() }
}
