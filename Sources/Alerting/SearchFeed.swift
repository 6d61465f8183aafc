public import Articles
internal import Formats
private import System

/// A saved search as a feed: Atom (RFC 4287) or JSON Feed 1.1, for readers that take feeds.
public enum SearchFeed {
    /// The two forms.
    public enum Format: String, Sendable {
        case atom
        case json = "jsonfeed"
    }

    /// How many articles a feed holds.
    public static let articleLimit = 100

    /// The feed's bytes, UTF-8.
    ///
    /// - Parameter updated: seconds since 1970.
    public static func write(
        _ search: SavedSearch, articles: [Article], format: Format, updated: Int64
    ) -> [UInt8] {
        switch format {
        case .atom: Array(atom(search, articles, updated).utf8)
        case .json: json(search, articles).bytes + [0x0A]
        }
    }

    /// Writes the articles that a search has alerted of, those of the message among them, into a file of its own, in the
    /// place of the one before: a reader sees the old or the new one, whole.
    static func write(_ message: AlertMessage, to path: String, _ store: any ArticleStore) throws {
        var articles = message.articles
        let known = Set(articles.map(\.n))
        for n in try store.notifiedArticles(of: message.search.id, since: 0, limit: articleLimit)
        where !known.contains(n) {
            if let article = try store.article(n) { articles.append(article) }
        }
        articles.sort { ($0.received, $0.n) > ($1.received, $1.n) }
        let bytes = write(
            message.search, articles: Array(articles.prefix(articleLimit)),
            format: path.hasSuffix(".json") ? .json : .atom, updated: message.created)
        do {
            try FileSystem.replace(path, with: bytes, mode: 0o644)
        } catch {
            throw AlertFailure("\(path) cannot be written: \(error.words)")
        }
    }

    // MARK: - Atom

    private static func atom(_ search: SavedSearch, _ articles: [Article], _ updated: Int64) -> String {
        var out = """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom">
            <id>\(XMLText.escape(id(of: search), .xml))</id>
            <title>\(XMLText.escape(search.name, .xml))</title>
            <subtitle>\(XMLText.escape(search.comment ?? search.query, .xml))</subtitle>
            <updated>\(CivilTime.rfc3339(updated))</updated>
            <author><name>feedsearch</name></author>

            """
        for article in articles {
            out += "<entry>\n<id>\(XMLText.escape(id(of: article), .xml))</id>\n"
            out += "<title>\(XMLText.escape(article.title, .xml))</title>\n"
            out += "<updated>\(CivilTime.rfc3339(article.updated ?? article.published ?? article.received))</updated>\n"
            if let published = article.published { out += "<published>\(CivilTime.rfc3339(published))</published>\n" }
            if let url = article.url.flatMap(webAddress) { out += "<link href=\"\(XMLText.escape(url, .xml))\"/>\n" }
            if let author = article.author, !author.isEmpty {
                out += "<author><name>\(XMLText.escape(author, .xml))</name></author>\n"
            }
            out += "<summary>\(XMLText.escape(AlertMessage.summary(of: article), .xml))</summary>\n</entry>\n"
        }
        return out + "</feed>\n"
    }

    // MARK: - JSON Feed

    private static func json(_ search: SavedSearch, _ articles: [Article]) -> MessageValue {
        .object([
            ("version", .text("https://jsonfeed.org/version/1.1")), ("title", .text(search.name)),
            ("description", .text(search.comment ?? search.query)),
            (
                "items",
                .list(
                    articles.map { article in
                        .object([
                            ("id", .text(id(of: article))), ("url", .text(article.url.flatMap(webAddress))),
                            ("title", .text(article.title)), ("content_text", .text(article.body)),
                            ("date_published", .text(article.published.map(CivilTime.rfc3339))),
                            ("authors", article.author.map { .list([.object([("name", .text($0))])]) }),
                            ("tags", article.tags.isEmpty ? nil : .list(article.tags.map { .text($0) })),
                        ])
                    })
            ),
        ])
    }

    // MARK: -

    /// An address that may be followed; a feed's links may be anything.
    static func webAddress(_ url: String) -> String? {
        let lower = url.lowercased()
        guard lower.hasPrefix("https://") || lower.hasPrefix("http://") else { return nil }
        return url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ? url : nil
    }

    /// The same for the same search and article, and for no other: hashes of what identifies them.
    private static func id(of search: SavedSearch) -> String { urn("search", search.name, "") }
    private static func id(of article: Article) -> String { urn("article", article.feed, article.id) }

    private static func urn(_ kind: String, _ first: String, _ second: String) -> String {
        let hash = SHA256.hash(Array("\(kind)\u{0}\(first)\u{0}\(second)".utf8))
        // A name-based UUID with a hash of its own (RFC 9562, version 8).
        var digits = Array(Hexadecimal.encode(hash.prefix(16)))
        digits[12] = "8"
        digits[16] = "8"
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return "urn:uuid:" + groups.joined(separator: "-")
    }
}
