/// The content of a feed document in the neutral form: the same fields for all formats.
public struct ParsedFeed: Sendable {
    /// The format family; the raw values are the names in the neutral JSON.
    public enum Format: String, Sendable, CaseIterable {
        /// RSS 0.91 to 2.x.
        case rss2
        /// RSS 0.90 and 1.0.
        case rdf
        case atom, cdf, json, unknown
    }

    public var format = Format.unknown
    public var formatVersion: String?
    /// Whether the document violates the rules of its format and was repaired.
    public var isMalformed = false
    /// Why nothing could be read, if `format` is `.unknown`.
    public var error: String?

    public var id: String?
    /// HTML, not sanitised; plain text is escaped.
    public var title: String?
    public var link: String?
    /// The feed's own address (rel=self, feed_url).
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
    /// Minutes between refreshes, if the feed gives them (`ttl`, `sy:updatePeriod`).
    public var refreshMinutes: Int?
    /// Hours of the day (UTC) and days of the week (0 = Sunday) in which the feed asks not to be fetched.
    public var skipHours: [Int] = []
    public var skipDays: [Int] = []
    /// Fields that the neutral form does not have: name (with prefix) → raw JSON value.
    public var extensions: [(name: String, json: String)] = []
    /// The base of relative addresses in the HTML fields.
    public var base: String?
    public var items: [ParsedItem] = []
    /// What was repaired or left out, as text.
    public var warnings: [String] = []
    /// Unknown time zones; also in `warnings`.
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
