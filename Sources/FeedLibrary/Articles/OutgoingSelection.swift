internal import Articles
internal import FeedParsing
package import FeedWriting
internal import Ingestion
internal import Messages
internal import QueryLanguage
internal import SQLiteEngine
internal import System

/// A selection of articles that is served as a feed to other programs.
package enum OutgoingSelection: Sendable, Equatable {
    case savedSearch(String)
    /// The articles of the feeds in a folder and its subfolders.
    case folder([String])
    case starred
    case query(String)
    case all
}

extension OutgoingSelection {
    /// Returns the newest articles of the selection as a feed.
    ///
    /// - Parameters:
    ///   - narrowing: a query that the articles must also match.
    ///   - limit: maximum number of articles.
    /// - Throws: `InvalidQuery`; `StorageError.noSuchSavedSearch`; `UserFacingError` for an unknown folder.
    package func feed(
        of library: Library, narrowedBy narrowing: String? = nil, limit: Int
    ) throws -> OutgoingFeed {
        var feed = OutgoingFeed(id: "", title: "", subtitle: "", updated: 0, entries: [])
        var queries: [Query] = []
        var feeds: [Int64]?
        var foldsReplies = true
        switch self {
        case .savedSearch(let name):
            foldsReplies = false
            guard let search = try library.savedSearches.named(name) else { throw StorageError.noSuchSavedSearch(name) }
            (feed.id, feed.title) = (EntryID.urn("search", search.name), search.name)
            feed.subtitle = search.comment ?? search.query
            queries.append(try library.parse(search.query))
        case .folder(let path):
            let name = path.joined(separator: "/")
            let inside = try library.store.feeds().filter { $0.folders.contains { $0.starts(with: path) } }
            if inside.isEmpty, try !library.store.hasFolder(name) { throw library.userError(.noSuchFolder, [name]) }
            (feed.id, feed.title) = (EntryID.urn("folder", name), name)
            feeds = inside.map(\.id)
        case .starred:
            (feed.id, feed.title) = (EntryID.urn("starred", ""), Message.starredFeed.text(library.settings.language))
            queries.append(try QueryParser.parse("is:starred"))
        case .all:
            (feed.id, feed.title) = (EntryID.urn("all", ""), Message.webAll.text(library.settings.language))
        case .query(let text):
            (feed.id, feed.title) = (EntryID.urn("query", text), text)
            queries.append(try library.parse(text))
        }
        if let narrowing {
            queries.append(try library.parse(narrowing))
            feed.id = EntryID.urn("narrowed", feed.id, narrowing)
            feed.subtitle += feed.subtitle.isEmpty ? narrowing : " · " + narrowing
        }
        try library.store.forEachArticle(Self.newest(queries, of: feeds, limit: limit, foldsReplies, in: library)) {
            feed.entries.append(Self.entry($0))
        }
        // Do not use the time of the response: the same articles must always give the same bytes.
        feed.updated = feed.entries.map(\.updated).max() ?? 0
        return feed
    }

    /// - Parameters:
    ///   - feeds: the feeds whose articles are returned; nil for all feeds.
    ///   - foldsReplies: whether replies are left out, unless a query is a search.
    private static func newest(
        _ queries: [Query], of feeds: [Int64]?, limit: Int, _ foldsReplies: Bool, in library: Library
    ) throws -> [ArticleID] {
        if feeds == nil, let query = Query.all(of: queries) {
            return try library.articles.newest(query, limit: limit, foldsReplies: foldsReplies)
        }
        let matching = try queries.map {
            ArticleFilter.articles(try library.articles.matches($0).map { UInt32(clamping: $0) })
        }
        var request = ListRequest(.all((feeds.map { [.feeds($0)] } ?? []) + matching))
        request.limit = limit
        request.foldsReplies = foldsReplies && !queries.contains(where: \.isSearch)
        return try library.store.list(request).map(\.id)
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
    /// Combines queries into one that finds the articles that match all of them; nil for an empty array.
    fileprivate static func all(of queries: [Query]) -> Query? {
        guard queries.count > 1 else { return queries.first }
        return Query(root: .and(queries.map(\.root)), text: queries.map(\.text).joined(separator: " "))
    }
}
