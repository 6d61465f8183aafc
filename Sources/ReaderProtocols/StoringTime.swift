internal import Articles
internal import FeedLibrary
internal import QueryLanguage

/// Apps send a time up to which they have seen articles. It is compared with the time of storing, because the date of
/// arrival may be earlier: no app has seen an article before it was stored.
extension Library {
    /// The articles to mark up to `time`: those stored at or before that time.
    ///
    /// No app can have seen this library before its first article was stored. An earlier time is therefore compared
    /// with the dates of arrival, which imported articles keep.
    func markedUpTo(_ time: Int64) throws -> ArticleFilter {
        let end = time == .max ? time : time + 1
        let newest = try store.newestArticle(storedBefore: end)
        return newest > 0 ? .upTo(newest) : .dates(from: nil, until: end, of: .received)
    }

    /// The articles stored before `time`.
    func stored(before time: Int64) throws -> ArticleFilter { .upTo(try store.newestArticle(storedBefore: time)) }

    /// The articles, with their time of arrival replaced by their time of storing.
    func withStoringTimes(_ articles: [ListedArticle]) throws -> [ListedArticle] {
        let times = try store.storingTimes(of: articles.map(\.id))
        return articles.map { article in
            var article = article
            article.received = times[article.id] ?? article.received
            return article
        }
    }
}
