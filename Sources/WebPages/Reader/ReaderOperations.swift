internal import Accounts
internal import Articles
internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import Messages

/// The reader's pages and their files, and the search engine description for browsers.
enum ReaderOperations {
    private static let article = Operation.Parameter("article", .integer(1...Int.max), "the article next to the list")
    private static let after = Operation.Parameter("after", .string, "the `after` of the previous page")
    private static let before = Operation.Parameter("before", .string, "the page that ends before this place")
    private static let row = Operation.Parameter(
        "row", .integer(0...ListWindow.maxRows), "the page from this row on, counted from the first")
    private static let part = Operation.Parameter(
        "part", .choice(ReaderContent.Part.allCases.map(\.rawValue)), "one part of the page, for its script")
    private static let folder = Operation.Parameter(
        "folder", .string, "with part=branch: the folder that a script opens")
    private static let from = Operation.Parameter(
        "from", .integer(0...ListWindow.maxRows), "with part=branch: the first of the folder's feeds to return")
    private static let unread = Operation.Parameter("unread", .choice(["1"]), "only unread articles")

    private static let order = Operation.Parameter(
        "sort", .choice(["newest", "oldest"]), "the order of a list by date; newest first by default")

    private static let limit = Operation.Parameter(
        "limit", .integer(ListExport.limits),
        "maximum number of articles, for an address that ends with .json, .atom or .csv")
    private static let search: [Operation.Parameter] = [.init(.query), .init(.sort)]

    private static func searched(_ call: RequestContext) -> ReaderView {
        let sort = call.text("sort").flatMap { SearchRequest.Sort(rawValue: $0) } ?? .relevance
        // The filters shown as chips are separate fields of the form; the search field contains only the words.
        return .search(query: SearchText.joined(call.texts("filter"), call.text("q") ?? ""), sort: sort)
    }

    private static let searchPage: [Operation.Parameter] = [
        .init("filter", .string, "a filter that is added to the query; may be repeated"),
        .init("facets", .choice(["1"]), "the distribution of the hits"),
        .init("typed", .choice(["1"]), "the query is being typed: its last word also counts as a prefix"),
        .init("saved", .string, "the name under which the search was just saved"),
    ]

    /// Machine-readable formats of the views whose address contains no number or name.
    private static let twins: [Operation] = ListExport.allCases.flatMap { twin in
        let views: [(String, @Sendable (RequestContext) -> ReaderView)] = [
            ("unread", { _ in .unread }), ("all", { _ in .all }), ("today", { _ in .today }),
            ("starred", { _ in .starred }),
            ("search", searched),
        ]
        return views.map { name, view in
            let isSearch = name == "search"
            return Operation(
                "\(name)-\(twin.rawValue)", .get, "/\(name).\(twin.rawValue)", .read,
                "The articles of a view of the reader for a program", query: [limit] + (isSearch ? search : []),
                gives: twin.gives, example: "/\(name).\(twin.rawValue)" + (isSearch ? "?q=fox" : ""), isStrict: true
            ) { call in
                try await twin.response(view(call), call)
            }
        }
    }

    /// The pages of the views and of an article.
    static let pages: [Operation] =
        [
            page("readerPage", "/", "The reader: unread articles", query: [order]) { _ in (.unread, nil) },
            page("allPage", "/all", "The reader: all articles", query: [order]) { _ in (.all, nil) },
            page("todayPage", "/today", "The reader: articles of the last day", query: [order]) { _ in (.today, nil) },
            page("starredPage", "/starred", "The reader: starred articles", query: [order]) { _ in (.starred, nil) },
            page("feedPage", "/feed/{n}", "The reader: one feed", query: [unread, order, limit], example: "/feed/1") {
                guard let (name, twin) = ListExport.split($0.part("n")) else {
                    return (.feed(try $0.number("n")), nil)
                }
                return (.feed(Int64(name) ?? 0), twin)
            },
            page(
                "folderPage", "/folder/{path...}", "The reader: a folder", query: [unread, order, limit],
                example: "/folder/tech"
            ) {
                let path = $0.part("path")
                return ListExport.split(path).map { (.folder($0.name), $0.twin) } ?? (.folder(path), nil)
            },
            page(
                "savedPage", "/saved/{name}", "The reader: a saved search", query: [order, limit],
                example: "/saved/Foxes"
            ) {
                let name = $0.part("name")
                return ListExport.split(name).map { (.saved($0.name), $0.twin) } ?? (.saved(name), nil)
            },
            page(
                "authorPage", "/author/{name}", "The reader: the articles of one author", query: [unread, order],
                example: "/author/Ann"
            ) {
                (.author($0.part("name")), nil)
            },
            page(
                "recentPage", "/recent", "The reader: the articles that were opened last, or articles by their numbers",
                query: [.init("articles", .string, "at most 100 numbers, separated by commas")],
                example: "/recent?articles=1"
            ) { call in
                guard let text = call.text("articles") else { return (.opened, nil) }
                let numbers = text.split(separator: ",").prefix(100).compactMap { Int64($0) }
                return (.listed(numbers), nil)
            },
            page(
                "searchPage", "/search", "The reader: a search; the sign-in page without a session",
                query: search + searchPage,
                example: "/search?q=fox&sort=newest"
            ) { call in
                (searched(call), nil)
            },
            Operation(
                "articlePage", .get, "/article/{n}", .read, "The reader: an article next to the list of its feed",
                query: [part, folder, from],
                gives: .text("text/html"), example: "/article/1", errors: .page
            ) { call in
                try await ReaderController(call).article(try call.number("n"))
            },
        ]

    static let all: [Operation] =
        twins + pages + [
            Operation(
                "keysPage", .get, "/keys", .read, "What the keys of the reader do", gives: .text("text/html"),
                errors: .page
            ) { call in
                KeysPage.response(call.look, call.language)
            },
            Operation(
                "pageFile", .get, "/assets/{version}/{name}", nil, "A style sheet, script or icon of the pages",
                gives: .text(
                    "text/javascript", or: "text/css", "image/svg+xml", "image/png", "application/manifest+json"),
                example: "/" + ReaderAssets.address("reader.js")
            ) { call in
                // If the version in the address is not this one, the files of this version may not fit the page and
                // must not be sent.
                guard call.part("version") == ReaderAssets.version,
                    let asset = ReaderAssets.named(call.part("name"))
                else { throw Problem(404, "notFound", .httpNotFound) }
                var response = HTTPResponse(headers: ["Content-Type": asset.mediaType], body: .bytes(asset.bytes))
                response.headers.add("Cache-Control", "public, max-age=31536000, immutable")
                response.hasEntityTag = true
                return response
            },
            Operation(
                "offlinePage", .get, "/offline", .read, "The page that a device shows when offline",
                gives: .text("text/html"), errors: .page
            ) { call in
                OfflinePage.response(call.look, call.language)
            },
            Operation(
                "pageWorker", .get, "/worker.js", nil, "The service worker of the pages",
                gives: .text("text/javascript")
            ) { _ in
                var response = HTTPResponse(
                    headers: ["Content-Type": "text/javascript; charset=utf-8"], body: .bytes(ReaderAssets.worker))
                response.headers.add("Content-Security-Policy", "default-src 'none'; connect-src 'self'")
                response.hasEntityTag = true
                return response
            },
            Operation(
                "countIcon", .get, "/favicon/{name}", nil, "The icon of the pages with a number of unread articles",
                gives: .text("image/svg+xml"), example: "/favicon/12.svg"
            ) { call in
                guard let svg = CountIcon.svg(call.part("name")) else {
                    throw Problem(404, "notFound", .httpNotFound)
                }
                var response = HTTPResponse(headers: ["Content-Type": "image/svg+xml"], body: .bytes(svg))
                response.headers.add("Cache-Control", "public, max-age=86400")
                response.hasEntityTag = true
                return response
            },
            Operation(
                "openSearch", .get, "/opensearch.xml", nil,
                "The OpenSearch description for browsers, without suggestions",
                gives: .text(OpenSearch.mediaType)
            ) { call in
                let base = call.base
                var response = HTTPResponse(
                    headers: ["Content-Type": OpenSearch.mediaType + "; charset=utf-8"],
                    body: .bytes(
                        OpenSearch.description(
                            base: base, own: base + "/opensearch.xml", suggestions: nil, call.language)))
                response.hasEntityTag = true
                return response
            },
        ]

    /// Returns the page of a list, with the article given in the query string, if any.
    private static func page(
        _ name: String, _ path: String, _ summary: String, query: [Operation.Parameter] = [], example: String? = nil,
        _ view: @escaping @Sendable (RequestContext) throws -> (ReaderView, ListExport?)
    ) -> Operation {
        Operation(
            name, .get, path, .read, summary, query: query + [article, after, before, row, part, folder, from],
            gives: .text("text/html", or: "application/json", "application/atom+xml", "text/csv"),
            example: example, errors: .page
        ) { call in
            let (view, twin) = try view(call)
            if let twin { return try await twin.response(view, call) }
            return try await ReaderController(call).list(view)
        }
    }
}
