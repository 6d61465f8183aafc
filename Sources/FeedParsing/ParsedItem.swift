/// One item of a feed document, with its fields as written.
public struct ParsedItem: Sendable {
    /// The guid as written; nil if the guid is missing or blank.
    public var id: String?
    public var url: String?
    /// The title as HTML that is not sanitised. Plain text is escaped.
    public var title: String?
    public var authors: [ParsedAuthor] = []
    public var published: Timestamp?
    public var updated: Timestamp?
    /// The content, not sanitised: `content:encoded`, `xhtml:body`, `content` of Atom, `content_html` of JSON Feed, or
    /// its escaped `content_text`.
    public var contentHTML: String?
    /// The summary, not sanitised: `description` of RSS or `summary` of Atom.
    public var summaryHTML: String?
    public var language: String?
    public var image: String?
    public var tags: [String] = []
    public var enclosures: [ParsedEnclosure] = []
    /// The base of relative addresses in the HTML fields.
    public var base: String?
    /// The fields that are not part of the neutral form, each with its name, including the prefix, and its value as raw
    /// JSON.
    public var extensions: [(name: String, json: String)] = []

    public init() {}
}

public struct ParsedEnclosure: Sendable, Equatable {
    public var url: String
    public var type: String?
    /// The size of the file in bytes; nil if the feed does not contain the size.
    public var length: Int64?

    public init(url: String, type: String? = nil, length: Int64? = nil) {
        self.url = url
        self.type = type
        self.length = length
    }
}
