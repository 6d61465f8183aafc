internal import Accounts
internal import Articles
internal import FeedLibrary
internal import HTTPServer
internal import Messages

/// Pages for browsers, without scripts, and what makes a browser add the service as a search engine.
enum PageRoutes {
    static let all: [Route] = [
        Route(
            "searchPage", .get, "/search", .read, "Search, as a page; signing in, where nobody has signed in",
            query: [
                .init("q", .string, "the query"),
                .init("sort", .choice(SearchRequest.Sort.allCases.map(\.rawValue)), "the order of the hits"),
                .init("after", .string, "the cursor of the page before"),
            ],
            gives: .text("text/html"), example: "/search?q=fox&sort=newest", isPage: true
        ) { call in
            try await search(call)
        },
        Route("pageStyle", .get, "/style.css", nil, "The style of the pages", gives: .text("text/css")) { _ in
            var response = HTTPResponse(type: "text/css; charset=utf-8", PageStyle.css)
            response.hasEntityTag = true
            return response
        },
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

    private static func search(_ call: Call) async throws -> HTTPResponse {
        let query = call.text("q") ?? ""
        var options = SearchOptions()
        options.sort = call.text("sort").flatMap { SearchRequest.Sort(rawValue: $0) } ?? .relevance
        options.after = call.text("after")
        let page = SearchPage(
            query: query, sort: options.sort, description: try await description(call), language: call.language)
        if query.isEmpty { return page.response(nil) }
        let wanted = options
        do {
            return page.response(
                try await call.read { library in try library.search(library.parse(query), wanted).answer })
        } catch {
            let problem = Problem(error, call.language)
            // What is wrong with the query is told beside it; all else as for any page.
            guard problem.status == 400 else { throw error }
            return page.response(problem)
        }
    }

    /// The one with suggestions is below the address of feeds, which a credential of scope `read` does not see.
    private static func description(_ call: Call) async throws -> String {
        guard let scope = call.principal?.scope, scope.includes(.write),
            let secret = try await call.service.ask({ try $0.feedSecret() })
        else { return "opensearch.xml" }
        return "feeds/\(secret)/opensearch.xml"
    }
}
