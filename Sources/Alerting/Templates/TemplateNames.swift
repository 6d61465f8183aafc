/// The names of the values that a template can insert. docs/alerts.md describes them.
enum TemplateNames {
    /// Addresses of http or https, or empty.
    static let addresses: Set<String> = ["link", "reader", "short_link"]

    static let all: Set<String> = addresses.union([
        // Of the message.
        "type", "id", "timestamp", "subject", "heading", "test", "digest", "count", "folded", "more", "single",
        "search", "name", "query", "comment", "articles", "article", "payload",
        // Of an article.
        "n", "guid", "title", "title_parts", "feed", "feed_title", "author", "published", "received", "language",
        "tags", "summary", "snippet", "parts", "text", "mark", "first", "last",
        // Names in messages about events.
        "trend", "condition", "usual", "from", "until",
    ]).subtracting(["short_link"])

    /// The names that only templates of presets can use: parts of the message, and settings of the channel.
    static let ofPresets: Set<String> = all.union(["message", "plain_message", "target", "secret", "short_link"])
}
