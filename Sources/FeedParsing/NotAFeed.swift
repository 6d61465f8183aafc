/// Why a document is not a feed.
public enum NotAFeed: Error, Equatable, Sendable {
    /// The document is empty or blank.
    case empty
    /// The document is compressed. The server did not declare the compression, or compressed it twice.
    case compressed(String)
    /// The document is not text. The value describes its kind.
    case binary(String)
    case json, plainText, page, subscriptionList, sitemap, searchDescription, errorMessage, picture
    /// XML of another kind. The value is the name of its first element.
    case xml(root: String)

    private static let maxNameLength = 40

    /// Determines the reason for a document that is read as text.
    ///
    /// - Parameter root: the name of the first element; nil if there is none.
    init(root: String?) {
        guard let root else {
            self = .plainText
            return
        }
        switch root.lowercased() {
        case "html", "head", "body", "div", "script", "meta", "p", "title", "link": self = .page
        case "opml": self = .subscriptionList
        case "urlset", "sitemapindex": self = .sitemap
        case "opensearchdescription": self = .searchDescription
        case "error": self = .errorMessage
        case "svg": self = .picture
        default: self = .xml(root: String(root.prefix(Self.maxNameLength)))
        }
    }

    /// Whether the server sent a damaged response, as opposed to a document that is not a feed.
    public var isDamagedResponse: Bool {
        switch self {
        case .empty, .compressed: true
        default: false
        }
    }

    /// One English sentence.
    public var message: String {
        switch self {
        case .empty: "The document is empty."
        case .compressed(let kind), .binary(let kind): "This is \(kind), not a feed."
        case .json: "This is JSON, but not a JSON Feed."
        case .plainText: "This is plain text, not a feed."
        case .page: "This is an HTML page, not a feed."
        case .subscriptionList: "This is an OPML subscription list, not a feed."
        case .sitemap: "This is a sitemap, not a feed."
        case .searchDescription: "This is an OpenSearch description, not a feed."
        case .errorMessage: "This is an error message in XML, not a feed."
        case .picture: "This is an SVG image, not a feed."
        case .xml(let root): "This is XML of another kind (<\(root)>), not a feed."
        }
    }
}
