/// The reader's options for one feed. A nil option means the default.
///
/// The options contain no secrets: `headers`, `credentials` and `proxy` name the file or the environment variable that
/// holds them.
public struct FeedOptions: Sendable, Equatable {
    public var userAgent: String?
    /// A file of header lines, or `env:NAME`.
    public var headers: String?
    /// A cookies file in Netscape format.
    public var cookies: String?
    /// A file with `user:password` on its first line, or `env:NAME`.
    public var credentials: String?
    /// The address of a proxy, without a user name and password. `env:NAME` or `file:PATH` refers to an address that
    /// includes them, and `none` disables the proxy.
    public var proxy: String?
    /// The number of seconds between two fetches, which overrides the feed's own interval.
    public var interval: Int64?
    /// The limits for the feed's articles; nil for the limits of all feeds.
    public var limits: ArticleLimits?
    /// The maximum number of unread articles. Older articles beyond the limit are marked as read. 0 means no limit; nil
    /// applies the limit for all feeds.
    public var keepUnread: Int64?
    /// If the feed has more articles than this, the oldest read ones are removed. Unread articles are never removed by
    /// this limit. 0 means no limit; nil applies the default for all feeds.
    public var keepRead: Int64?
    /// The method for fetching the full text of the feed's articles; nil if the feed already contains the full text.
    public var fullText: FullText?
    /// How the replies to the feed's articles are stored; nil for the default, which is `each` for a recipe with an item
    /// page and `off` for other feeds.
    public var replies: ReplyMode?
    /// Whether new replies make their topic unread.
    public var unreadOnReply = false

    public init() {}

    public var isEmpty: Bool { self == FeedOptions() }
}

/// Limits for a feed's stored articles. An article beyond either limit is removed.
public struct ArticleLimits: Sendable, Equatable {
    /// The number of newest articles to keep; nil for no limit.
    public var count: Int64?
    /// The maximum age in seconds; nil for no limit.
    public var seconds: Int64?

    public init(count: Int64? = nil, seconds: Int64? = nil) {
        self.count = count
        self.seconds = seconds
    }

    /// The limits as engines store them. A count of 0 without an age means `none`.
    ///
    /// - Returns: nil for a feed without its own limits.
    package init?(storedCount count: Int64?, seconds: Int64?) {
        if count == nil, seconds == nil { return nil }
        self.init(count: count == 0 ? nil : count, seconds: seconds)
    }

    package var storedCount: Int64? { self == .none ? 0 : count }

    /// No limits: all articles are kept.
    public static let none = ArticleLimits()
}

/// How the main content of an article's page is found.
public enum FullText: Sendable, Equatable {
    case automatic
    /// A CSS selector for the elements of the main content.
    case selector(String)
}

/// How the replies to an article are stored.
public enum ReplyMode: String, Sendable, CaseIterable {
    /// In the text of the article itself.
    case one
    /// Each as a separate article.
    case each
    /// Not at all.
    case off
}

/// Defaults for feeds without their own options.
public struct FeedDefaults: Sendable, Equatable {
    public var limits = ArticleLimits.none
    /// The maximum number of unread articles of a feed; nil for no limit.
    public var keepUnread: Int64?
    /// If a feed has more articles than this, the oldest read ones are removed; nil for no limit.
    public var keepRead: Int64?

    public init() {}

    public var isEmpty: Bool { self == FeedDefaults() }
}
