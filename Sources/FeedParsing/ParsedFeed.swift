/// What the bytes of a feed document said, in the neutral form: every format gives the same fields.
public struct ParsedFeed: Sendable {
    /// The family of formats, as in the neutral JSON.
    public enum Format: String, Sendable, CaseIterable {
        /// RSS 0.91 to 2.x.
        case rss2
        /// RSS 0.90 and 1.0.
        case rdf
        case atom, cdf, json, unknown
    }

    public var format = Format.unknown
    public var formatVersion: String?
    /// The document broke its format's rules, and was repaired.
    public var isMalformed = false
    /// Why nothing could be read, where `format` is `.unknown`.
    public var error: String?

    public var id: String?
    /// HTML that has not been sanitised; plain text is escaped.
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
    /// Minutes between refreshes, where the feed asks for them (`ttl`, `sy:updatePeriod`).
    public var refreshMinutes: Int?
    /// Hours of the day, UTC, and days (0 = Sunday) when the feed asks to be left alone.
    public var skipHours: [Int] = []
    public var skipDays: [Int] = []
    /// What the neutral form has no place for: name (with prefix) → raw JSON value.
    public var extensions: [(name: String, json: String)] = []
    /// What relative addresses in the HTML fields are resolved against.
    public var base: String?
    public var items: [ParsedItem] = []
    /// What was repaired or left out, for people.
    public var warnings: [String] = []

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
