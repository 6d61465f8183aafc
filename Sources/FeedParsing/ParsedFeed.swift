/// The content of a feed document in the neutral form, which has the same fields for all formats.
public struct ParsedFeed: Sendable {
    /// The family of the format. The raw values are the names in the neutral JSON.
    public enum Format: String, Sendable, CaseIterable {
        /// The formats RSS 0.91 to 2.x.
        case rss2
        /// The formats RSS 0.90 and 1.0.
        case rdf
        case atom, cdf, json, unknown
    }

    public var format = Format.unknown
    public var formatVersion: String?
    /// Whether the document violates the rules of its format, so that the parser had to correct it.
    public var isMalformed = false
    /// The reason why the document could not be parsed, if `format` is `.unknown`.
    public var error: String?
    /// The kind of the reason; nil if the document is a feed or could not be read.
    public var notAFeed: NotAFeed?

    public var id: String?
    /// The title as HTML that is not sanitised. Plain text is escaped.
    public var title: String?
    public var link: String?
    /// The address of the feed itself (`rel=self` or `feed_url`).
    public var selfURL: String?
    public var description: String?
    public var language: String?
    public var icon: String?
    public var image: String?
    public var authors: [ParsedAuthor] = []
    public var published: Timestamp?
    public var updated: Timestamp?
    public var copyright: String?
    public var generator: String?
    public var nextURL: String?
    public var hubs: [String] = []
    public var tags: [String] = []
    /// The number of minutes between refreshes, from `ttl` or `sy:updatePeriod`; nil if the feed contains neither.
    public var refreshMinutes: Int?
    /// The hours of the day (UTC) and the weekdays (0 is Sunday) at which the feed asks not to be fetched.
    public var skipHours: [Int] = []
    public var skipDays: [Int] = []
    /// The fields that are not part of the neutral form, each with its name, including the prefix, and its value as raw
    /// JSON.
    public var extensions: [(name: String, json: String)] = []
    /// The base of relative addresses in the HTML fields.
    public var base: String?
    public var items: [ParsedItem] = []
    /// Messages about corrections and about content that was left out.
    public var warnings: [String] = []
    /// The unknown time zones of the document. They are also mentioned in `warnings`.
    public var unknownZones = UnknownZones()

    public init() {}
}

public struct ParsedAuthor: Sendable, Equatable {
    public var name: String?
    public var email: String?
    public var url: String?

    public init(name: String? = nil, email: String? = nil, url: String? = nil) {
        self.name = name
        self.email = email
        self.url = url
    }
}
