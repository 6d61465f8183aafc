internal import Accounts
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import Messages

/// Finds the feeds at an address. Stores nothing.
enum DiscoverRoutes {
    static let all: [Route] = [
        Route(
            "discover", .get, "/v1/discover", .write, "The feeds at an address, with their newest articles",
            query: [.init("url", .string, "a feed, a home page or a bare domain", isRequired: true)],
            limits: HTTPBodyLimits(deadline: .seconds(90)), gives: .json("FoundFeeds"),
            example: "/v1/discover?url=https://example.org/"
        ) { call in
            let url = call.text("url") ?? ""
            let settings = call.service.settings(call.language)
            let feeds = try await call.service.besides { try settings.discover(url) }
            return .json { $0.found(feeds) }
        }
    ]
}
