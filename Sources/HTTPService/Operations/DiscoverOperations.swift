internal import Accounts
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import Messages

/// The route that finds the feeds at an address, without storing them.
enum DiscoverOperations {
    static let all: [Operation] = [
        Operation(
            "discover", .get, "/v1/discover", .write, "The feeds at an address, with their newest articles",
            query: [.init("url", .string, "a feed, a home page or a bare domain", isRequired: true)],
            limits: HTTPBodyLimits(deadline: .seconds(90)), gives: .json("FoundFeeds"),
            example: "/v1/discover?url=https://example.org/"
        ) { call in
            let url = call.text("url") ?? ""
            let feeds = try await call.runOnNetworkThreadWithoutLibrary { try $0.discover(url) }
            return .json { $0.found(feeds) }
        }
    ]
}
