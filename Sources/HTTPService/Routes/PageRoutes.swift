internal import Accounts
internal import Articles
internal import FeedLibrary
internal import HTTPServer
internal import Messages
internal import WebReader

/// The pages of the reader, their files, and what makes a browser add the service as a search engine.
enum PageRoutes {
    private static let article = Route.Parameter("article", .integer(1...Int.max), "the article beside the list")
    private static let after = Route.Parameter("after", .string, "the `after` of the page before")
    private static let unread = Route.Parameter("unread", .choice(["1"]), "only unread articles")

    static let all: [Route] = [
        page("readerPage", "/", "The reader: what is unread") { _ in .unread },
        page("allPage", "/all", "The reader: all articles") { _ in .all },
        page("todayPage", "/today", "The reader: articles of the last day") { _ in .today },
        page("starredPage", "/starred", "The reader: starred articles") { _ in .starred },
        page("feedPage", "/feed/{n}", "The reader: one feed", query: [unread], example: "/feed/1") {
            .feed(try $0.number("n"))
        },
        page("folderPage", "/folder/{path...}", "The reader: a folder", query: [unread], example: "/folder/tech") {
            .folder($0.parameters["path"] ?? "")
        },
        page("savedPage", "/saved/{name}", "The reader: a saved search", example: "/saved/Foxes") {
            .saved($0.parameters["name"] ?? "")
        },
        page(
            "searchPage", "/search", "The reader: a search; signing in, where nobody has signed in",
            query: [
                .init("q", .string, "the query"),
                .init("sort", .choice(SearchRequest.Sort.allCases.map(\.rawValue)), "the order of the hits"),
            ], example: "/search?q=fox&sort=newest"
        ) { call in
            let sort = call.text("sort").flatMap { SearchRequest.Sort(rawValue: $0) } ?? .relevance
            return .search(query: call.text("q") ?? "", sort: sort)
        },
        Route(
            "articlePage", .get, "/article/{n}", .read, "The reader: an article beside the list of its feed",
            gives: .text("text/html"), example: "/article/1", isPage: true
        ) { call in
            try await ReaderAnswer(call).article(try call.number("n"))
        },
        Route(
            "keysPage", .get, "/keys", .read, "What the keys of the reader do", gives: .text("text/html"), isPage: true
        ) { call in
            KeysPage.response(ReaderAnswer(call).look, call.language)
        },
        file("pageStyle", "/style.css", "The style of the pages", "text/css", ReaderAssets.style),
        file("pageScript", "/reader.js", "The script of the pages", "text/javascript", ReaderAssets.script),
        file("pageIcon", "/icon.svg", "The icon of the pages", "image/svg+xml", ReaderAssets.icon),
        Route(
            "openSearch", .get, "/opensearch.xml", nil, "The description for browsers, without suggestions",
            gives: .text(OpenSearch.mediaType)
        ) { call in
            let base = call.service.address(for: call.request)
            var response = HTTPResponse(
                headers: ["Content-Type": OpenSearch.mediaType + "; charset=utf-8"],
                body: .bytes(
                    OpenSearch.description(
                        base: base, own: base + "/opensearch.xml", suggestions: nil, call.language)))
            response.hasEntityTag = true
            return response
        },
    ]

    /// A list, with an article beside it where one is named.
    private static func page(
        _ name: String, _ path: String, _ summary: String, query: [Route.Parameter] = [], example: String? = nil,
        _ view: @escaping @Sendable (Call) throws -> ReaderView
    ) -> Route {
        Route(
            name, .get, path, .read, summary, query: query + [article, after], gives: .text("text/html"),
            example: example, isPage: true
        ) { call in
            try await ReaderAnswer(call).list(try view(call))
        }
    }

    private static func file(
        _ name: String, _ path: String, _ summary: String, _ type: String, _ bytes: [UInt8]
    ) -> Route {
        Route(name, .get, path, nil, summary, gives: .text(type)) { _ in
            var response = HTTPResponse(headers: ["Content-Type": type + "; charset=utf-8"], body: .bytes(bytes))
            response.hasEntityTag = true
            return response
        }
    }
}
