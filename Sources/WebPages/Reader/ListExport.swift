internal import Articles
internal import FeedLibrary
internal import FeedWriting
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages
internal import System

/// The machine-readable formats of a reader view's articles. Their addresses are the page's address plus an extension.
enum ListExport: String, CaseIterable, Sendable {
    case json, atom, csv

    var gives: AnswerForm {
        switch self {
        case .json: .json(.object([.always("articles", .array(.named("Article")))]))
        case .atom: .text("application/atom+xml")
        case .csv: .text("text/csv")
        }
    }

    static let limits = 1...500
    private static let usualLimit = 50

    /// Splits a name into the name without its extension and the format of the extension; nil if the extension is
    /// unknown.
    static func split(_ name: String) -> (name: String, twin: ListExport)? {
        guard let dot = name.lastIndex(of: "."),
            let twin = ListExport(rawValue: String(name[name.index(after: dot)...]))
        else { return nil }
        return (String(name[..<dot]), twin)
    }

    func response(_ view: ReaderView, _ call: RequestContext) async throws -> HTTPResponse {
        let limit = call.integer("limit") ?? Self.usualLimit
        let isUnreadOnly = call.text("unread") == "1"
        let home = call.base + "/"
        let own = call.service.selfAddress(of: call.request)
        let bytes = try await call.read { library in
            let query = try ReaderController.query(of: view, unreadOnly: isUnreadOnly, library)
            switch self {
            case .atom:
                var feed = try (query.map { OutgoingSelection.query($0) } ?? .all).feed(of: library, limit: limit)
                (feed.homeURL, feed.selfURL) = (home + view.address().drop { $0 == "." || $0 == "/" }, own)
                return feed.write(as: .atom)
            case .json:
                var writer = JSONWriter()
                let articles = try Self.articles(query, view, limit, library)
                writer.object { object in
                    object.key("articles")
                    object.array(articles) { $0.ingestLine($1) }
                }
                return writer.bytes
            case .csv:
                var table = Array("n,published,feed,title,url,author,read,starred,tags\r\n".utf8)
                for article in try Self.articles(query, view, limit, library) { table += Self.row(article).utf8 }
                return table
            }
        }
        var response = HTTPResponse(headers: ["Content-Type": mediaType], body: .bytes(bytes))
        response.hasEntityTag = true
        return response
    }

    private var mediaType: String {
        switch self {
        case .json: "application/json"
        case .atom: "application/atom+xml; charset=utf-8"
        case .csv: "text/csv; charset=utf-8; header=present"
        }
    }

    /// Reads the articles of a view. Search results are in the sort order of the search; articles of other views are
    /// newest first.
    private static func articles(
        _ query: String?, _ view: ReaderView, _ limit: Int, _ library: Library
    ) throws -> [Article] {
        let numbers: [Int64]
        if case .search(let text, let sort) = view, !text.isEmpty {
            var options = SearchOptions()
            (options.sort, options.limit) = (sort, min(limit, 100))
            numbers = try library.search(library.parse(text), options).answer.hits.map(\.id)
        } else {
            numbers =
                try query.map {
                    try library.articles.newest(library.parse($0), limit: limit, foldsReplies: view.foldsReplies)
                }
                ?? Self.all(limit, library)
        }
        return try library.store.articles(numbers, withTexts: true)
    }

    private static func all(_ limit: Int, _ library: Library) throws -> [ArticleID] {
        var request = ListRequest(.always)
        (request.limit, request.foldsReplies) = (limit, true)
        return try library.store.list(request).map(\.id)
    }

    private static func row(_ article: Article) -> String {
        let tags = article.ownTags + article.tags.filter { !article.ownTags.contains($0) }
        let published = CivilTime.rfc3339(article.published ?? article.received)
        return CSVLine.write([
            .number(article.id), .text(published), .text(article.feedTitle ?? MaskedURL.mask(article.feed)),
            .text(article.title),
            .text(article.url ?? ""), .text(article.author ?? ""), .number(article.read ? 1 : 0),
            .number(article.starred ? 1 : 0), .text(tags.joined(separator: " ")),
        ])
    }
}
