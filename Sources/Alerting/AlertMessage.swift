public import Articles
internal import Formats

/// A notification about the articles that matched a saved search.
public struct AlertMessage: Sendable {
    /// The message's id, which stays the same in each retry.
    public var uid: String
    public var search: SavedSearch
    public var articles: [Article]
    /// The number of near-duplicates that are not listed.
    public var foldedCount = 0
    /// The time at which the delivery was created, in seconds since 1970.
    public var created: Int64
    public var isDigest = false
    /// Whether the message only tests the channel.
    public var isTest = false

    /// A message with its articles.
    public init(uid: String, search: SavedSearch, articles: [Article], created: Int64) {
        self.uid = uid
        self.search = search
        self.articles = articles
        self.created = created
    }

    /// The maximum length of a summary in Unicode scalars.
    static let summaryLength = 500

    /// The message's type and data, as documented in docs/alerts.md.
    var json: MessageValue {
        .object([
            ("type", .text(isTest ? "feedsearch.test" : "feedsearch.alert")),
            ("id", .text(uid)),
            ("timestamp", .text(CivilTime.rfc3339(created))),
            (
                "data",
                .object([
                    (
                        "search",
                        .object([
                            ("name", .text(search.name)), ("query", .text(search.query)),
                            ("comment", .text(search.comment)),
                        ])
                    ),
                    ("digest", .bool(isDigest)),
                    ("folded", .number(Int64(foldedCount))),
                    ("articles", .list(articles.map(Self.json))),
                ])
            ),
        ])
    }

    private static func json(_ article: Article) -> MessageValue {
        .object([
            ("n", .number(article.id)), ("id", .text(article.guid)), ("feed", .text(article.feed)),
            ("feed_title", .text(article.feedTitle)), ("url", .text(article.url)), ("title", .text(article.title)),
            ("author", .text(article.author)), ("published", .text(article.published.map(CivilTime.rfc3339))),
            ("received", .text(CivilTime.rfc3339(article.received))), ("language", .text(article.language)),
            ("tags", .list((article.ownTags + article.tags).map { .text($0) })),
            ("summary", .text(summary(of: article))),
        ])
    }

    /// The beginning of the article's text.
    static func summary(of article: Article) -> String {
        let scalars = article.body.unicodeScalars
        let start = scalars.prefix(summaryLength)
        return String(start) + (start.endIndex < scalars.endIndex ? "…" : "")
    }
}

/// The languages of messages.
public enum AlertLanguage: Sendable {
    case english, chinese

    func pick(_ english: String, _ chinese: String) -> String { self == .english ? english : chinese }
}
