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
    /// The articles as hits of the search, with snippets and highlights. An article is missing if the search could not
    /// be run or no longer matches it.
    public var hits: [ArticleID: SearchHit] = [:]
    /// The event that the message is about; `articles` are then the newest of its period. Nil for a message about
    /// articles.
    public var trend: NotedEvent?

    /// A message with its articles.
    public init(uid: String, search: SavedSearch, articles: [Article], created: Int64) {
        self.uid = uid
        self.search = search
        self.articles = articles
        self.created = created
    }

    /// The maximum length of a summary in Unicode scalars.
    static let summaryLength = 500

    /// The kind of message, as in its JSON.
    var type: String { isTest ? "feedsearch.test" : trend == nil ? "feedsearch.alert" : "feedsearch.trend" }

    /// A line with the name of the search and the number of matching articles, or with the event.
    public func heading(_ language: AlertLanguage) -> String {
        let name = PlainText.line(search.name)
        let count = articles.count
        if isTest { return language.pick("This is a test of “\(name)”.", "这是“\(name)”的测试消息。") }
        if let text = trendText(language) { return language.pick("“\(name)”: ", "“\(name)”：") + text }
        return language.pick(
            count == 1 ? "One new article for “\(name)”" : "\(count) new articles for “\(name)”",
            "“\(name)”有 \(count) 篇新文章")
    }

    /// The message's type and data, as documented in docs/alerts.md.
    func json(_ environment: AlertEnvironment) -> MessageValue {
        .object([
            ("type", .text(type)),
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
                            ("reader", .text(environment.readerAddress(of: search))),
                        ])
                    ),
                    ("digest", .bool(isDigest)),
                    ("folded", .number(Int64(foldedCount))),
                    (
                        "trend",
                        trend.map {
                            .object([("text", .text(Self.text(of: $0, environment.language)))] + Self.json(of: $0))
                        }
                    ),
                    ("articles", .list(articles.map { Self.json($0, hits[$0.id], environment) })),
                ])
            ),
        ])
    }

    private static func json(
        _ article: Article, _ hit: SearchHit?, _ environment: AlertEnvironment
    ) -> MessageValue {
        let marksTitle = hit?.title == article.title
        return .object([
            ("n", .number(article.id)), ("id", .text(article.guid)), ("feed", .text(article.feed)),
            ("feed_title", .text(article.feedTitle)), ("url", .text(article.url)), ("title", .text(article.title)),
            ("author", .text(article.author)), ("published", .text(article.published.map(CivilTime.rfc3339))),
            ("received", .text(CivilTime.rfc3339(article.received))), ("language", .text(article.language)),
            ("tags", .list((article.ownTags + article.tags).map { .text($0) })),
            ("summary", .text(summary(of: article))),
            ("title_highlights", hit.flatMap { marksTitle ? ranges($0.titleHighlights) : nil }),
            ("snippet", .text(hit?.snippet)), ("snippet_highlights", hit.map { ranges($0.snippetHighlights) }),
            ("reader", .text(environment.readerAddress(ofArticle: article.id))),
        ])
    }

    /// UTF-8 ranges as lists of a start and a length.
    private static func ranges(_ ranges: [Range<Int>]) -> MessageValue {
        .list(ranges.map { .list([.number(Int64($0.lowerBound)), .number(Int64($0.count))]) })
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
