internal import Articles
internal import FeedFetching

/// Messages with which a template is checked when it is saved.
enum SampleMessage {
    /// The values of a message about an event, without articles.
    static var event: MessageValue {
        let search = SavedSearch(id: 1, name: "tea", query: "tea", created: 0)
        var message = AlertMessage(uid: "msg_0", search: search, articles: [], created: 1_700_000_000)
        message.trend = NotedEvent(
            condition: "feed silent for 30d", event: TrendEvent(start: 472_000, end: 472_720, articles: 0),
            feed: "https://example.org/feed", feedTitle: "A \"feed\" \\")
        return message.values(
            AlertEnvironment(fetcher: Fetcher(), now: { 1_700_000_000 }, secrets: SecretReader()))
    }

    /// - Parameter isFull: whether values are present that an article can lack.
    static func values(articles count: Int, isFull: Bool) -> MessageValue {
        var search = SavedSearch(id: 1, name: "tea", query: "tea", created: 0, comment: isFull ? "A \"comment\"" : nil)
        search.rule = nil
        let articles = (0..<count).map { number in
            var article = Article(
                id: Int64(number) + 1, feed: "https://example.org/feed", guid: "g\(number)",
                title: isFull ? "A \"title\" \\ <b>\n</b>" : "", body: isFull ? "tea \"and\" milk" : "")
            if isFull {
                article.feedTitle = "A feed"
                article.url = "https://example.org/\(number)?a=1&b=2"
                article.author = "An author"
                article.published = 1_700_000_000
                article.language = "en"
                article.tags = ["a", "b"]
            }
            return article
        }
        var message = AlertMessage(uid: "msg_0", search: search, articles: articles, created: 1_700_000_000)
        message.foldedCount = isFull ? 1 : 0
        message.isDigest = isFull
        var environment = AlertEnvironment(fetcher: Fetcher(), now: { 1_700_000_000 }, secrets: SecretReader())
        if isFull { environment.readerBase = "https://reader.example.org" }
        return message.values(environment)
    }
}
