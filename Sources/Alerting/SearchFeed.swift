public import Articles
internal import FeedWriting
private import System

/// A saved search as a feed for feed readers: Atom (RFC 4287) or JSON Feed 1.1.
public enum SearchFeed {
    /// The two formats.
    public enum Format: String, Sendable {
        case atom
        case json = "jsonfeed"
    }

    /// The maximum number of articles in a feed.
    public static let articleLimit = 100

    /// The feed in UTF-8.
    ///
    /// - Parameter updated: seconds since 1970.
    public static func write(
        _ search: SavedSearch, articles: [Article], format: Format, updated: Int64
    ) -> [UInt8] {
        write(search, articles: articles, events: [], format: format, updated: updated)
    }

    private static func write(
        _ search: SavedSearch, articles: [Article], events: [OutgoingFeed.Entry], format: Format, updated: Int64
    ) -> [UInt8] {
        OutgoingFeed(
            id: EntryID.urn("search", search.name), title: search.name, subtitle: search.comment ?? search.query,
            updated: updated, entries: events + articles.map { entry($0, format) }
        ).write(as: format == .atom ? .atom : .json)
    }

    private static func entry(_ article: Article, _ format: Format) -> OutgoingFeed.Entry {
        var entry = OutgoingFeed.Entry(
            id: EntryID.urn("article", article.feed, article.guid), title: article.titleOrBeginning,
            updated: article.updated ?? article.published ?? article.received,
            content: .text(format == .atom ? AlertMessage.summary(of: article) : article.body))
        entry.url = article.url.flatMap(WebLink.address)
        entry.author = article.author
        entry.published = article.published
        if format == .json { entry.tags = article.tags }
        return entry
    }

    private static func entry(_ noted: NotedEvent, of search: SavedSearch, _ language: AlertLanguage)
        -> OutgoingFeed.Entry
    {
        let text = AlertMessage.text(of: noted, language)
        return OutgoingFeed.Entry(
            id: EntryID.urn("trend", search.name, "\(noted.condition) \(noted.event.start) \(noted.feed ?? "")"),
            title: text, updated: noted.event.end * 3_600, content: .text(text))
    }

    /// Writes the articles and events of the search's notifications, including those of `message`, to a file. The file
    /// is replaced atomically, so that a reader of the file sees either the old or the new content.
    static func write(
        _ message: AlertMessage, to path: String, _ store: any ArticleStore, _ language: AlertLanguage
    ) throws {
        var articles = message.articles
        let known = Set(articles.map(\.id))
        let notified = try store.notifiedArticles(of: message.search.id, since: 0, limit: articleLimit)
        try store.forEachArticle(notified.filter { !known.contains($0) }) { articles.append($0) }
        articles.sort { ($0.received, $0.id) > ($1.received, $1.id) }
        let events = try store.trendEvents(of: message.search.id, limit: articleLimit)
        let bytes = write(
            message.search, articles: message.trend == nil ? Array(articles.prefix(articleLimit)) : [],
            events: events.map { entry($0, of: message.search, language) },
            format: path.hasSuffix(".json") ? .json : .atom, updated: message.created)
        do {
            try FileSystem.replace(path, with: bytes, mode: 0o644)
        } catch {
            throw AlertFailure("the feed file cannot be written: \(error.words)")
        }
    }
}
