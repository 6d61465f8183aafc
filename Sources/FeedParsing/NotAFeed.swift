internal import Markup

/// Explains why a document is not a feed.
enum NotAFeed {
    static func reason(rootName: String?, scanner: XMLScanner) -> String {
        guard let rootName else { return "This is plain text, not a feed." }
        switch rootName.lowercased() {
        case "html", "head", "body", "div", "script", "meta", "p", "title", "link":
            return "This is an HTML page, not a feed."
        case "opml": return "This is an OPML subscription list, not a feed."
        case "urlset", "sitemapindex": return "This is a sitemap, not a feed."
        case "opensearchdescription": return "This is an OpenSearch description, not a feed."
        case "error": return "This is an error message in XML, not a feed."
        case "svg": return "This is an SVG image, not a feed."
        default: return "This is XML of another kind (<\(rootName.prefix(40))>), not a feed."
        }
    }
}
