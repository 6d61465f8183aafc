/// The reader's options for one feed; nil uses the default.
///
/// It contains no secrets: `headers`, `credentials` and `proxy` name the file or the environment variable that holds
/// them.
public struct FeedOptions: Sendable, Equatable {
    public var userAgent: String?
    /// A file of header lines, or `env:NAME`.
    public var headers: String?
    /// A cookies file in Netscape format.
    public var cookies: String?
    /// A file with `user:password` on its first line, or `env:NAME`.
    public var credentials: String?
    /// The address of a proxy without a user name and password. `env:NAME` or `file:PATH` refer to an address that has
    /// them; `none` means no proxy.
    public var proxy: String?
    /// Seconds between two fetches; overrides the feed's own interval.
    public var interval: Int64?
    /// Which articles are kept; nil applies the limits for all feeds.
    public var limits: ArticleLimits?
    /// The maximum number of unread articles; the newest ones stay unread. 0 means no limit, nil the limit for all
    /// feeds.
    public var keepUnread: Int64?
    /// How the full text of its articles is fetched; nil if the feed's text is complete.
    public var fullText: FullText?

    public init() {}

    public var isEmpty: Bool { self == FeedOptions() }
}

/// Limits of a feed's stored articles; an article beyond either limit is removed.
public struct ArticleLimits: Sendable, Equatable {
    /// The number of newest articles to keep; nil for no limit.
    public var count: Int64?
    /// The maximum age in seconds; nil for no limit.
    public var seconds: Int64?

    public init(count: Int64? = nil, seconds: Int64? = nil) {
        self.count = count
        self.seconds = seconds
    }

    /// The limits as engines store them: a count of 0 without an age means `none`.
    ///
    /// - Returns: nil for a feed without limits of its own.
    package init?(storedCount count: Int64?, seconds: Int64?) {
        if count == nil, seconds == nil { return nil }
        self.init(count: count == 0 ? nil : count, seconds: seconds)
    }

    package var storedCount: Int64? { self == .none ? 0 : count }

    /// All articles are kept.
    public static let none = ArticleLimits()
}

/// How the main content of an article's page is found.
public enum FullText: Sendable, Equatable {
    case automatic
    /// By a CSS selector for the elements of the main content.
    case selector(String)
}

/// Defaults for feeds without options of their own.
public struct FeedDefaults: Sendable, Equatable {
    public var limits = ArticleLimits.none
    /// nil for no limit.
    public var keepUnread: Int64?

    public init() {}

    public var isEmpty: Bool { self == FeedDefaults() }
}
