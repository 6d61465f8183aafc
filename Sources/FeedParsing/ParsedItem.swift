/// One item of a feed document as written.
public struct ParsedItem: Sendable {
    /// The guid as written; nil if it is missing or blank.
    public var id: String?
    public var url: String?
    /// HTML, not sanitised; plain text is escaped.
    public var title: String?
    public var authors: [ParsedAuthor] = []
    public var published: Timestamp?
    public var updated: Timestamp?
    /// content:encoded, xhtml:body, Atom content, JSON content_html or escaped content_text; not sanitised.
    public var contentHTML: String?
    /// RSS description, Atom summary; not sanitised.
    public var summaryHTML: String?
    public var language: String?
    public var image: String?
    public var tags: [String] = []
    public var enclosures: [ParsedEnclosure] = []
    /// The base of relative addresses in the HTML fields.
    public var base: String?
    /// Fields that the neutral form does not have: name (with prefix) → raw JSON value.
    public var extensions: [(name: String, json: String)] = []

    public init() {}
}

public struct ParsedEnclosure: Sendable, Equatable {
    public var url: String
    public var type: String?
    /// Size in bytes, if the feed gives it.
    public var length: Int64?

    public init(url: String, type: String? = nil, length: Int64? = nil) {
        self.url = url
        self.type = type
        self.length = length
    }
}
