/// The content of an OPML file: a title, and subscriptions in folders.
public struct OPMLDocument: Equatable, Sendable {
    public var title: String
    /// The feeds in document order. An address may occur several times.
    public var feeds: [OPMLFeed]
    /// Warnings about parts of the file that could not be used, in document order.
    public var warnings: [OPMLWarning]
    /// Whether the text is OPML: it has an `opml`, `body` or `outline` element.
    public var isOPML: Bool

    public init(title: String = "", feeds: [OPMLFeed] = [], warnings: [OPMLWarning] = [], isOPML: Bool = true) {
        self.title = title
        self.feeds = feeds
        self.warnings = warnings
        self.isOPML = isOPML
    }
}

extension OPMLDocument {
    /// The document with its categories turned into folders if it has no folders. Some programs write folders as
    /// categories. <http://opml.org/spec2.opml#1629043023000>
    public var foldered: OPMLDocument {
        let outlines = feeds + warnings.compactMap(\.outline)
        guard outlines.allSatisfy({ $0.folders.isEmpty }) else { return self }
        var document = self
        for index in feeds.indices { document.feeds[index].areCategoriesFolders = true }
        return document
    }
}

/// One subscription.
public struct OPMLFeed: Equatable, Sendable {
    /// The http or https address of the feed.
    public var url: String
    /// The title as plain text; empty if the file has no title.
    public var title: String
    /// The http or https address of the site, if the file has one.
    public var htmlURL: String?
    /// The titles of the enclosing outlines, outermost first.
    public var folders: [String]
    /// The categories from the `category` attribute, each as a path; for example `/Food/Japan` becomes `["Food",
    /// "Japan"]`.
    public var categories: [[String]]
    /// Whether the categories are used as folders.
    public var areCategoriesFolders = false
    /// All other attributes in the order of the file, each with its name as written and its value.
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

extension OPMLFeed {
    /// The paths of all folders that contain the feed; empty if the feed is in no folder.
    public var allFolders: [[String]] {
        if folders.isEmpty { return areCategoriesFolders ? categories : [] }
        return [folders]
    }
}

/// An attribute of an outline that this program does not interpret. It is kept so that it can be written back.
public struct OPMLAttribute: Equatable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// A part of an OPML file that could not be used.
public struct OPMLWarning: Equatable, Sendable {
    public enum Reason: Equatable, Sendable {
        /// The text is not OPML.
        case notOPML
        /// The address of an outline is not an http or https address.
        case unusableAddress(String)
        /// An outline is nested deeper than `OPMLReader.deepestFolder`; it is moved to the folder at that depth.
        case tooDeep
        /// The file has more than `OPMLReader.maxFeeds` feeds. The remaining feeds are left out.
        case tooManyFeeds
        /// The file is compressed, and either damaged or expands to more than `OPMLReader.maxBytes`.
        case unreadable
    }

    public var reason: Reason
    /// The line of the problem, counted from 1.
    public var line: Int
    /// The outline whose address is unusable, with its `url` as in the file; nil for other warnings.
    public var outline: OPMLFeed?

    public init(_ reason: Reason, line: Int, outline: OPMLFeed? = nil) {
        self.reason = reason
        self.line = line
        self.outline = outline
    }
}
