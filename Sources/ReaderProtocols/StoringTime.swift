internal import Articles
internal import FeedLibrary
internal import QueryLanguage

/// Apps name a moment when they have seen what there was. What counts for that is when an article was stored: the date of its
/// arrival may be one of its own, and no app has seen it before it was stored.
extension Library {
    /// The articles that are marked up to `time`: what was stored then or before.
    ///
    /// No app has seen this library before its first article was stored. An earlier time is a date of the articles themselves:
    /// imported ones bring their dates of arrival, and those are compared.
    func markedUpTo(_ time: Int64) throws -> ArticleFilter {
        let end = time == .max ? time : time + 1
        let newest = try store.newestArticle(storedBefore: end)
        return newest > 0 ? .upTo(newest) : .dates(from: nil, until: end, of: .received)
    }

    /// Articles that were stored before `time`.
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
