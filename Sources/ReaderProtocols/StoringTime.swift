internal import Articles
internal import FeedLibrary

/// Apps name a moment when they have seen what there was. What counts for that is when an article was stored: the date of its
/// arrival may be one of its own, and no app has seen it before it was stored.
extension Library {
    /// Articles that were stored at `time` or before.
    func storedUpTo(_ time: Int64) throws -> ArticleFilter {
        try stored(before: time == .max ? time : time + 1)
    }

    func stored(before time: Int64) throws -> ArticleFilter { .upTo(try store.newestArticle(storedBefore: time)) }

    /// The same articles, each with the time at which it was stored as its arrival.
    func withStoringTimes(_ articles: [ListedArticle]) throws -> [ListedArticle] {
        let times = try store.storingTimes(of: articles.map(\.id))
        return articles.map { article in
            var article = article
            article.received = times[article.id] ?? article.received
            return article
        }
    }
}
