/// What an OPML file says: a title, and subscriptions in folders.
public struct OPMLDocument: Equatable, Sendable {
    public var title: String
    /// In document order; the same address may come more than once.
    public var feeds: [OPMLFeed]
    /// What could not be used, in document order.
    public var warnings: [OPMLWarning]
    /// Whether the text was OPML at all: it has an `opml`, `body` or `outline` element.
    public var isOPML: Bool

    public init(title: String = "", feeds: [OPMLFeed] = [], warnings: [OPMLWarning] = [], isOPML: Bool = true) {
        self.title = title
        self.feeds = feeds
        self.warnings = warnings
        self.isOPML = isOPML
    }
}

/// One subscription.
public struct OPMLFeed: Equatable, Sendable {
    /// The feed's address: http or https.
    public var url: String
    /// Plain text; empty if the file gives none.
    public var title: String
    /// The address of the site, if the file gives one that is http or https.
    public var htmlURL: String?
    /// The titles of the outlines around it, outermost first.
    public var folders: [String]
    /// Categories of the `category` attribute, each as its path: `/Food/Japan` is `["Food", "Japan"]`.
    public var categories: [[String]]
    /// Every other attribute, in the file's order: name as written, and value.
    public var attributes: [OPMLAttribute]

    public init(
        url: String, title: String = "", htmlURL: String? = nil, folders: [String] = [], categories: [[String]] = [],
        attributes: [OPMLAttribute] = []
    ) {
        self.url = url
        self.title = title
        self.htmlURL = htmlURL
        self.folders = folders
        self.categories = categories
        self.attributes = attributes
    }
}

/// An attribute of an outline that this program has no meaning for and carries along.
public struct OPMLAttribute: Equatable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// Something in an OPML file that could not be used.
public struct OPMLWarning: Equatable, Sendable {
    public enum Reason: Equatable, Sendable {
        /// The text is no OPML.
        case notOPML
        /// An outline's address is not http or https.
        case unusableAddress(String)
        /// Outlines nested deeper than `OPMLReader.deepestFolder` are put into the folder at that depth.
        case tooDeep
        /// Feeds beyond `OPMLReader.maxFeeds` are left out.
        case tooManyFeeds
        /// The file is packed, and cannot be unpacked within the bounds.
        case unreadable
    }

    public var reason: Reason
    /// Counted from 1.
    public var line: Int
    /// The outline whose address is not usable, its `url` as the file has it; nil for other reasons.
    public var outline: OPMLFeed?

    public init(_ reason: Reason, line: Int, outline: OPMLFeed? = nil) {
        self.reason = reason
        self.line = line
        self.outline = outline
    }
}
