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
    /// Number of newest articles that are kept.
    public var keepCount: Int64?
    /// Age in seconds up to which articles are kept.
    public var keepSeconds: Int64?

    public init() {}

    public var isEmpty: Bool { self == FeedOptions() }
    /// Old articles are removed.
    public var limitsArticles: Bool { keepCount != nil || keepSeconds != nil }
}
