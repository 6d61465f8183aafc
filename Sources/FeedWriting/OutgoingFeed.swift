/// A feed that other programs read, independent of how its articles were selected.
public struct OutgoingFeed: Sendable {
    public struct Entry: Sendable {
        public enum Content: Sendable {
            /// Sanitised HTML with absolute addresses.
            case html(String)
            case text(String)
        }

        /// The id of the article, which is a URI. It is the same in every feed that contains the article.
        public var id: String
        public var title: String
        /// The address of the article; nil unless it is an http or https address.
        public var url: String?
        public var author: String?
        /// The date of publication in seconds since 1970.
        public var published: Int64?
        /// The time at which the article last changed or arrived, in seconds since 1970.
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

    /// The id of the feed, which is a URI and never changes.
    public var id: String
    public var title: String
    public var subtitle: String
    /// The page that the feed belongs to.
    public var homeURL: String?
    /// The address of the feed itself.
    public var selfURL: String?
    /// The time of the last change in seconds since 1970.
    public var updated: Int64
    public var entries: [Entry]

    public init(id: String, title: String, subtitle: String, updated: Int64, entries: [Entry]) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.updated = updated
        self.entries = entries
    }

    /// The document in UTF-8.
    public func write(as format: FeedFormat) -> [UInt8] {
        switch format {
        case .atom: AtomDocument.write(self)
        case .rss: RSSDocument.write(self)
        case .json: JSONFeedDocument.write(self)
        }
    }
}

/// The formats in which feeds can be written.
public enum FeedFormat: String, Sendable, CaseIterable {
    case atom
    case rss
    case json

    /// The media type for the `Content-Type` header.
    public var mediaType: String {
        switch self {
        case .atom: "application/atom+xml; charset=utf-8"
        case .rss: "application/rss+xml; charset=utf-8"
        case .json: "application/feed+json"
        }
    }
}
