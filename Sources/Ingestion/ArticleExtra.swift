internal import FeedParsing

/// The fields of an item for which the database has no column, as one JSON object in the format of a JSONL article.
struct ArticleExtra {
    private let item: ParsedItem
    /// The base of relative addresses in the HTML, if it is not the article's own address.
    private let base: String?

    init(_ item: ParsedItem, feed: ParsedFeed) {
        self.item = item
        base = ArticleBase.base(of: item, in: feed)
    }

    /// The JSON object; nil if there are no such fields.
    var json: String? {
        var members: [String] = []
        if let summary = item.summaryHTML, item.contentHTML != nil {
            members.append("\"summary\":\(JSONText.string(summary))")
        }
        if item.authors.count > 1 || item.authors.contains(where: { $0.url != nil || $0.email != nil }) {
            let authors = item.authors.map { author in
                Self.object([("name", author.name), ("email", author.email), ("url", author.url)])
            }
            members.append("\"authors\":[\(authors.joined(separator: ","))]")
        }
        if let image = item.image { members.append("\"image\":\(JSONText.string(image))") }
        if !item.enclosures.isEmpty {
            let enclosures = item.enclosures.filter { !$0.url.isEmpty }.map { enclosure in
                var text = "{\"url\":\(JSONText.string(enclosure.url))"
                if let type = enclosure.type { text += ",\"type\":\(JSONText.string(type))" }
                if let length = enclosure.length { text += ",\"length\":\(length)" }
                return text + "}"
            }
            members.append("\"enclosures\":[\(enclosures.joined(separator: ","))]")
        }
        if let base { members.append("\"base\":\(JSONText.string(base))") }
        if let extensions = ParsedFeed.extensionsJSON(item.extensions) {
            members.append("\"extensions\":\(extensions)")
        }
        return members.isEmpty ? nil : "{" + members.joined(separator: ",") + "}"
    }

    private static func object(_ members: [(String, String?)]) -> String {
        let parts = members.compactMap { key, value in value.map { "\"\(key)\":\(JSONText.string($0))" } }
        return "{" + parts.joined(separator: ",") + "}"
    }
}
