internal import FeedParsing
internal import Markup

/// The article in a page's linked data: JSON-LD with a schema.org type, <https://schema.org/Article>.
struct LinkedData {
    private(set) var headline: String?
    private(set) var author: String?
    private(set) var published: String?
    private(set) var image: String?
    private(set) var siteName: String?
    private(set) var body: String?

    private static let maxBytes = 1 << 20
    private static let maxScripts = 10
    private static let types: Set<String> = [
        "Article", "NewsArticle", "BlogPosting", "TechArticle", "ScholarlyArticle", "Report", "SocialMediaPosting",
        "ReportageNewsArticle", "AnalysisNewsArticle", "OpinionNewsArticle", "ReviewNewsArticle",
        "DiscussionForumPosting",
    ]

    init(_ tree: HTMLTree) {
        guard let number = tree.number(ofName: "script") else { return }
        var left = Self.maxScripts
        for index in tree.elements.indices where tree.elements[index].name == number {
            guard tree.attribute("type", of: index)?.lowercased() == "application/ld+json" else { continue }
            let bytes = tree.markup(of: index)
            guard left > 0, bytes.count <= Self.maxBytes else { return }
            left -= 1
            if let value = JSONValue.parse(Array(bytes)), read(value, depth: 0) { return }
        }
    }

    /// - Returns: whether the value is or contains an article.
    private mutating func read(_ value: JSONValue, depth: Int) -> Bool {
        guard depth < 4 else { return false }
        if let items = value.array {
            for item in items.prefix(50) where read(item, depth: depth + 1) { return true }
            return false
        }
        if let graph = value["@graph"] { return read(graph, depth: depth + 1) }
        let types = value["@type"].map { $0.array?.compactMap(\.string) ?? [$0.string].compactMap(\.self) } ?? []
        guard types.contains(where: Self.types.contains) else { return false }
        headline = Self.text(value["headline"]) ?? Self.text(value["name"])
        author = Self.author(value["author"])
        published = Self.text(value["datePublished"]) ?? Self.text(value["dateCreated"])
        image = Self.image(value["image"])
        siteName = Self.text(value["publisher"]?["name"])
        body = value["articleBody"]?.string
        return true
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard let text = value?.string?.trimmingWhitespace(), !text.isEmpty else { return nil }
        return String(HTMLText.plainText(String(text.prefix(2_000)))).trimmingWhitespace()
    }

    private static func author(_ value: JSONValue?) -> String? {
        guard let value else { return nil }
        let people = value.array ?? [value]
        let names = people.prefix(10).compactMap { text($0["name"]) ?? text($0) }.filter { !$0.contains("://") }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    private static func image(_ value: JSONValue?) -> String? {
        guard let value else { return nil }
        if let first = value.array?.first { return image(first) }
        return value.string ?? value["url"]?.string
    }
}
