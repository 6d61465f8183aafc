internal import Articles
internal import FeedLibrary
internal import FeedWriting
internal import Formats
internal import Ingestion
internal import Messages

/// Articles in the form of Miniflux's API, read from one state of a library.
struct MinifluxEntries {
    /// The id of an enclosure is the article's id times this number, plus the index of the enclosure.
    private static let enclosuresPerArticle: Int64 = 100

    private let library: Library
    private let feeds: MinifluxFeeds
    private var texts: [Int64: [UInt8]] = [:]

    init(_ library: Library) throws {
        self.library = library
        feeds = try MinifluxFeeds(library)
    }

    /// Writes entries, except those whose articles no longer exist.
    mutating func write(_ articles: [ListedArticle], _ writer: inout JSONWriter) throws {
        let times = try library.store.storingTimes(of: articles.map(\.id))
        let feeds = Dictionary(articles.map { ($0.id, $0.feed) }) { first, _ in first }
        try library.store.forEachArticle(articles.map(\.id)) {
            try write($0, of: feeds[$0.id] ?? 0, storedAt: times[$0.id], &writer)
        }
    }

    /// - Parameter time: nil if the time of storing is unknown.
    private mutating func write(
        _ article: Article, of feedID: Int64, storedAt time: Int64?, _ writer: inout JSONWriter
    ) throws {
        let stored = time ?? article.received
        let feed = text(ofFeed: feedID)
        let enclosures = article.enclosures
        let playback = enclosures.isEmpty ? [:] : try library.reading.playback(of: article.id)
        writer.object { object in
            object.member("id", Int(article.id))
            object.member("user_id", Int(Miniflux.userID))
            object.member("feed_id", Int(feedID))
            object.member("status", article.read ? "read" : "unread")
            object.member("hash", Hexadecimal.encode(SHA256.hash(Array(article.guid.utf8))))
            object.member("title", article.titleOrBeginning)
            object.member("url", article.url.flatMap(WebLink.address) ?? "")
            object.member("comments_url", "")
            object.member("language", article.language ?? "")
            object.member("published_at", Miniflux.date(article.published ?? article.received))
            object.member("created_at", Miniflux.date(article.received))
            object.member("changed_at", Miniflux.date(stored))
            object.member("content", article.shownHTML)
            object.member("author", article.author ?? "")
            object.member("share_code", "")
            object.member("starred", article.starred)
            object.member("reading_time", ReadingTime.minutes(article.body))
            object.key("enclosures")
            object.array(enclosures.enumerated()) { array, enclosure in
                Self.write(
                    enclosure.element, place: enclosure.offset, of: article.id,
                    seconds: playback[enclosure.offset] ?? 0, &array)
            }
            if let feed {
                object.key("feed")
                object.raw(feed)
            }
            object.member("tags", article.tags + article.ownTags)
        }
    }

    /// An entry; nil if the article no longer exists.
    mutating func json(_ id: ArticleID) throws -> [UInt8]? {
        guard let listed = try library.store.list(ListRequest(.articles([UInt32(clamping: id)]))).first,
            listed.id == id
        else { return nil }
        var writer = JSONWriter()
        try write([listed], &writer)
        return writer.bytes
    }

    // MARK: - Enclosures

    /// The article to which an enclosure's id refers, and the index of the enclosure in the article.
    static func enclosure(_ number: Int64) -> (article: ArticleID, place: Int) {
        (number / enclosuresPerArticle, Int(number % enclosuresPerArticle))
    }

    /// - Throws: `ReaderError` if there is no such enclosure.
    static func json(enclosure number: Int64, _ library: Library) throws -> [UInt8] {
        let (id, place) = enclosure(number)
        guard let enclosures = try library.store.article(id)?.enclosures, place < enclosures.count else {
            throw Miniflux.notFound
        }
        var writer = JSONWriter()
        write(
            enclosures[place], place: place, of: id, seconds: try library.reading.playback(of: id)[place] ?? 0, &writer)
        return writer.bytes
    }

    private static func write(
        _ enclosure: OutgoingFeed.Enclosure, place: Int, of article: ArticleID, seconds: Int,
        _ writer: inout JSONWriter
    ) {
        writer.object { object in
            object.member("id", Int(article &* enclosuresPerArticle) &+ place)
            object.member("user_id", Int(Miniflux.userID))
            object.member("entry_id", Int(article))
            object.member("url", enclosure.url)
            object.member("mime_type", enclosure.type ?? "")
            object.member("size", enclosure.length.map { Int($0) } ?? 0)
            object.member("media_progression", seconds)
        }
    }

    /// Cached, because most entries share a feed.
    private mutating func text(ofFeed id: Int64) -> [UInt8]? {
        if let known = texts[id] { return known }
        let text = feeds.known(id).map(feeds.json)
        texts[id] = text
        return text
    }
}
