internal import Articles
internal import FeedLibrary
internal import FeedWriting
internal import Formats
internal import Ingestion

/// An article in the form of Google Reader's API.
struct Item {
    var id: ArticleID
    var feed: Int64
    var feedTitle: String
    var feedHome: String?
    var title: String
    var author: String?
    /// An http or https address; nil for any other.
    var url: String?
    var html: String
    var published: Int64
    var updated: Int64?
    /// Seconds since 1970, as in the list.
    var received: Int64
    var isRead: Bool
    var isStarred: Bool
    /// The folders of the article's feed, and the user's own tags.
    var labels: [String]
    var enclosures: [OutgoingFeed.Enclosure]
}

/// Reads articles together with the fields of their feeds.
struct Items {
    private let library: Library
    private let feeds: [Int64: Feed]
    private let tagNames: [String: String]

    init(_ library: Library) throws {
        self.library = library
        let feeds = try library.store.feeds(subscribedOnly: false)
        self.feeds = Dictionary(uniqueKeysWithValues: feeds.map { ($0.id, $0) })
        let folders = Labels.folders(feeds.filter(\.isSubscribed).map(\.folders))
        tagNames = try Labels(library, folders: folders).tagNames
    }

    /// Calls `body` for each article that still exists.
    func forEach(_ articles: [ListedArticle], _ body: (Item) throws -> Void) throws {
        let listed = Dictionary(articles.map { ($0.id, $0) }) { first, _ in first }
        try library.store.forEachArticle(articles.map(\.id)) { article in
            if let listed = listed[article.id] { try body(item(article, listed)) }
        }
    }

    private func item(_ article: Article, _ listed: ListedArticle) -> Item {
        let feed = feeds[listed.feed]
        return Item(
            id: article.id, feed: listed.feed,
            feedTitle: MaskedURL.mask(article.feedTitle ?? article.feed), feedHome: feed?.homeURL,
            title: article.titleOrBeginning, author: article.author, url: article.url.flatMap(WebLink.address),
            html: article.shownHTML, published: article.published ?? article.received,
            updated: article.updated, received: listed.received, isRead: article.read, isStarred: article.starred,
            labels: (feed?.folders ?? []).map { $0.joined(separator: "/") }
                + article.ownTags.map { tagNames[$0] ?? $0 },
            enclosures: article.enclosures)
    }
}

extension JSONWriter {
    mutating func item(_ item: Item) {
        object { object in
            object.member("id", ItemID.long(item.id))
            object.member("crawlTimeMsec", "\(item.received)000")
            object.member("timestampUsec", "\(item.received)000000")
            object.member("published", Int(item.published))
            object.member("updated", Int(item.updated ?? item.published))
            object.member("title", item.title)
            if let author = item.author { object.member("author", author) }
            for name in ["canonical", "alternate"] {
                object.key(name)
                object.array(item.url.map { [$0] } ?? []) { array, url in
                    array.object { link in
                        link.member("href", url)
                        if name == "alternate" { link.member("type", "text/html") }
                    }
                }
            }
            object.key("summary")
            object.object { summary in
                summary.member("direction", "ltr")
                summary.member("content", item.html)
            }
            object.key("origin")
            object.object { origin in
                origin.member("streamId", StreamID.name(ofFeed: item.feed))
                origin.member("title", item.feedTitle)
                origin.member("htmlUrl", item.feedHome ?? "")
            }
            if !item.enclosures.isEmpty {
                object.key("enclosure")
                object.array(item.enclosures) { array, enclosure in
                    array.object { link in
                        link.member("href", enclosure.url)
                        link.member("type", enclosure.type)
                        link.member("length", enclosure.length.map { Int($0) })
                    }
                }
            }
            var categories = [StreamID.statePrefix + "reading-list"]
            if item.isRead { categories.append(StreamID.statePrefix + "read") }
            if item.isStarred { categories.append(StreamID.statePrefix + "starred") }
            object.member("categories", categories + item.labels.map { StreamID.labelPrefix + $0 })
        }
    }
}
