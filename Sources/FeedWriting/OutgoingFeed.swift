/// A feed for other programs to read, whatever its articles were found by.
public struct OutgoingFeed: Sendable {
    public struct Entry: Sendable {
        public enum Content: Sendable {
            /// Sanitised HTML, with absolute addresses.
            case html(String)
            case text(String)
        }

        /// The same in every feed that has the article; a URI.
        public var id: String
        public var title: String
        /// Of the web; nil for any other address.
        public var url: String?
        public var author: String?
        /// Seconds since 1970.
        public var published: Int64?
        /// When it was last changed, or arrived; seconds since 1970.
        public var updated: Int64
        public var content: Content
        public var tags: [String] = []
        public var enclosures: [Enclosure] = []

        public init(id: String, title: String, updated: Int64, content: Content) {
            self.id = id
            self.title = title
            self.updated = updated
            self.content = content
        }
    }

    public struct Enclosure: Sendable {
        public var url: String
        public var type: String?
        public var length: Int64?

        public init(url: String, type: String?, length: Int64?) {
            self.url = url
            self.type = type
            self.length = length
        }
    }

    /// A URI that stays the same.
    public var id: String
    public var title: String
    public var subtitle: String
    /// What the feed belongs to.
    public var homeURL: String?
    /// Where the feed itself is.
    public var selfURL: String?
    /// Seconds since 1970.
    public var updated: Int64
    public var entries: [Entry]

    public init(id: String, title: String, subtitle: String, updated: Int64, entries: [Entry]) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.updated = updated
        self.entries = entries
    }

    /// The document, UTF-8.
    public func write(as format: FeedFormat) -> [UInt8] {
        switch format {
        case .atom: AtomDocument.write(self)
        case .rss: RSSDocument.write(self)
        case .json: JSONFeedDocument.write(self)
        }
    }
}

/// The forms in which feeds are written.
public enum FeedFormat: String, Sendable, CaseIterable {
    case atom
    case rss
    case json

    /// What stands in `Content-Type`.
    public var mediaType: String {
        switch self {
        case .atom: "application/atom+xml; charset=utf-8"
        case .rss: "application/rss+xml; charset=utf-8"
        case .json: "application/feed+json"
        }
    }
}
