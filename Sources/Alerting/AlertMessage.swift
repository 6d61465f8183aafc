public import Articles
internal import Formats

/// What a channel is given to tell: the articles that one saved search has found.
public struct AlertMessage: Sendable {
    /// The same in every repetition.
    public var uid: String
    public var search: SavedSearch
    public var articles: [Article]
    /// Near-duplicates that are not listed.
    public var foldedCount = 0
    /// When the matches were put together; seconds since 1970.
    public var created: Int64
    public var isDigest = false
    /// Sent to see whether the channel works.
    public var isTest = false

    /// A message with its articles.
    public init(uid: String, search: SavedSearch, articles: [Article], created: Int64) {
        self.uid = uid
        self.search = search
        self.articles = articles
        self.created = created
    }

    /// How much of an article's text goes along, in Unicode scalars.
    static let summaryLength = 500

    /// Type and data as docs/alerts.md has them.
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
            ("n", .number(article.n)), ("id", .text(article.id)), ("feed", .text(article.feed)),
            ("feed_title", .text(article.feedTitle)), ("url", .text(article.url)), ("title", .text(article.title)),
            ("author", .text(article.author)), ("published", .text(article.published.map(CivilTime.rfc3339))),
            ("received", .text(CivilTime.rfc3339(article.received))), ("language", .text(article.language)),
            ("tags", .list((article.ownTags + article.tags).map { .text($0) })),
            ("summary", .text(summary(of: article))),
        ])
    }

    /// The beginning of the text.
    static func summary(of article: Article) -> String {
        let scalars = article.body.unicodeScalars
        let start = scalars.prefix(summaryLength)
        return String(start) + (start.endIndex < scalars.endIndex ? "…" : "")
    }
}

/// The languages that messages to people are written in.
public enum AlertLanguage: Sendable {
    case english, chinese

    func pick(_ english: String, _ chinese: String) -> String { self == .english ? english : chinese }
}
