internal import Articles
internal import FeedParsing
package import FeedWriting
internal import Ingestion
internal import Messages
internal import SQLiteStorage
internal import System

/// Which articles a feed for other programs has.
package enum OutgoingSelection: Sendable, Equatable {
    case savedSearch(String)
    /// Of the feeds in a folder and below it.
    case folder([String])
    case starred
    case query(String)
    case all
}

extension Library {
    /// The newest articles of a selection as a feed.
    ///
    /// - Parameters:
    ///   - narrowing: a query that the articles match besides.
    ///   - limit: articles at most.
    /// - Throws: `QueryComplaint` of a query; `StorageError.noSuchSavedSearch`; `Complaint` for a folder that is not there.
    package func outgoingFeed(
        _ selection: OutgoingSelection, narrowedBy narrowing: String? = nil, limit: Int
    ) throws -> OutgoingFeed {
        var feed = OutgoingFeed(id: "", title: "", subtitle: "", updated: 0, entries: [])
        var filters: [ArticleFilter] = []
        switch selection {
        case .savedSearch(let name):
            guard let search = try savedSearch(name) else { throw StorageError.noSuchSavedSearch(name) }
            (feed.id, feed.title) = (EntryID.urn("search", search.name), search.name)
            feed.subtitle = search.comment ?? search.query
            filters.append(try matching(search.query))
        case .folder(let path):
            let name = path.joined(separator: "/")
            let feeds = try store.feeds().filter { $0.folders.contains { $0.starts(with: path) } }
            if feeds.isEmpty, try !store.hasFolder(name) { throw complaint(.noSuchFolder, [name]) }
            (feed.id, feed.title) = (EntryID.urn("folder", name), name)
            filters.append(.feeds(feeds.map(\.id)))
        case .starred:
            (feed.id, feed.title) = (EntryID.urn("starred", ""), Message.starredFeed.text(settings.language))
            filters.append(.starred(true))
        case .all:
            (feed.id, feed.title) = (EntryID.urn("all", ""), Message.webAll.text(settings.language))
        case .query(let text):
            (feed.id, feed.title) = (EntryID.urn("query", text), text)
            filters.append(try matching(text))
        }
        if let narrowing {
            filters.append(try matching(narrowing))
            feed.id = EntryID.urn("narrowed", feed.id, narrowing)
            feed.subtitle += feed.subtitle.isEmpty ? narrowing : " · " + narrowing
        }
        var request = ListRequest(.all(filters))
        request.limit = limit
        feed.entries = try store.list(request).compactMap { try store.article($0.id).map(Self.entry) }
        // Not the time of the answer: the same articles give the same bytes.
        feed.updated = feed.entries.map(\.updated).max() ?? 0
        return feed
    }

    private func matching(_ query: String) throws -> ArticleFilter {
        .articles(try matches(parse(query)).map { UInt32(clamping: $0) })
    }

    private static func entry(_ article: Article) -> OutgoingFeed.Entry {
        var entry = OutgoingFeed.Entry(
            id: EntryID.urn("article", article.feed, article.guid), title: article.title,
            updated: article.updated ?? article.published ?? article.received, content: .html(article.shownHTML))
        entry.url = article.url.flatMap(WebLink.address)
        entry.author = article.author
        entry.published = article.published
        entry.tags = article.tags + article.ownTags.filter { !article.tags.contains($0) }
        entry.enclosures = article.enclosures
        return entry
    }
}
