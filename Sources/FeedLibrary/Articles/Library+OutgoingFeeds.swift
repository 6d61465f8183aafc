internal import Articles
internal import FeedParsing
package import FeedWriting
internal import Ingestion
internal import Messages
internal import QueryLanguage
internal import SQLiteEngine
internal import System

/// The articles of a feed for other programs.
package enum OutgoingSelection: Sendable, Equatable {
    case savedSearch(String)
    /// The articles of the feeds in a folder and its subfolders.
    case folder([String])
    case starred
    case query(String)
    case all
}

extension Library {
    /// The newest articles of a selection as a feed.
    ///
    /// - Parameters:
    ///   - narrowing: a query that the articles must match too.
    ///   - limit: maximum number of articles.
    /// - Throws: `QueryComplaint`; `StorageError.noSuchSavedSearch`; `Complaint` for an unknown folder.
    package func outgoingFeed(
        _ selection: OutgoingSelection, narrowedBy narrowing: String? = nil, limit: Int
    ) throws -> OutgoingFeed {
        var feed = OutgoingFeed(id: "", title: "", subtitle: "", updated: 0, entries: [])
        var queries: [Query] = []
        var feeds: [Int64]?
        switch selection {
        case .savedSearch(let name):
            guard let search = try savedSearch(name) else { throw StorageError.noSuchSavedSearch(name) }
            (feed.id, feed.title) = (EntryID.urn("search", search.name), search.name)
            feed.subtitle = search.comment ?? search.query
            queries.append(try parse(search.query))
        case .folder(let path):
            let name = path.joined(separator: "/")
            let inside = try store.feeds().filter { $0.folders.contains { $0.starts(with: path) } }
            if inside.isEmpty, try !store.hasFolder(name) { throw complaint(.noSuchFolder, [name]) }
            (feed.id, feed.title) = (EntryID.urn("folder", name), name)
            feeds = inside.map(\.id)
        case .starred:
            (feed.id, feed.title) = (EntryID.urn("starred", ""), Message.starredFeed.text(settings.language))
            queries.append(try QueryParser.parse("is:starred"))
        case .all:
            (feed.id, feed.title) = (EntryID.urn("all", ""), Message.webAll.text(settings.language))
        case .query(let text):
            (feed.id, feed.title) = (EntryID.urn("query", text), text)
            queries.append(try parse(text))
        }
        if let narrowing {
            queries.append(try parse(narrowing))
            feed.id = EntryID.urn("narrowed", feed.id, narrowing)
            feed.subtitle += feed.subtitle.isEmpty ? narrowing : " · " + narrowing
        }
        try store.forEachArticle(newest(queries, of: feeds, limit: limit)) { feed.entries.append(Self.entry($0)) }
        // Not the time of the response: the same articles must give the same bytes.
        feed.updated = feed.entries.map(\.updated).max() ?? 0
        return feed
    }

    /// - Parameter feeds: only articles of these feeds; nil for all feeds.
    private func newest(_ queries: [Query], of feeds: [Int64]?, limit: Int) throws -> [ArticleID] {
        if feeds == nil, let query = Query.all(of: queries) { return try newest(query, limit: limit) }
        let matching = try queries.map { ArticleFilter.articles(try matches($0).map { UInt32(clamping: $0) }) }
        var request = ListRequest(.all((feeds.map { [.feeds($0)] } ?? []) + matching))
        request.limit = limit
        return try store.list(request).map(\.id)
    }

    private static func entry(_ article: Article) -> OutgoingFeed.Entry {
        var entry = OutgoingFeed.Entry(
            id: EntryID.urn("article", article.feed, article.guid), title: article.titleOrBeginning,
            updated: article.updated ?? article.published ?? article.received, content: .html(article.shownHTML))
        entry.url = article.url.flatMap(WebLink.address)
        entry.author = article.author
        entry.published = article.published
        entry.tags = article.tags + article.ownTags.filter { !article.tags.contains($0) }
        entry.enclosures = article.enclosures
        return entry
    }
}

extension Query {
    /// A query for articles that match all of these queries; nil if there are none.
    fileprivate static func all(of queries: [Query]) -> Query? {
        guard queries.count > 1 else { return queries.first }
        return Query(root: .and(queries.map(\.root)), text: queries.map(\.text).joined(separator: " "))
    }
}
