internal import Accounts
internal import Articles
internal import FeedLibrary
internal import FeedWriting
internal import Formats
internal import HTTPServer
internal import Messages

/// Routes that serve feeds to other programs at a secret address, and routes that manage this address.
enum FeedOutOperations {
    private static let maxArticles = 500
    private static let usualArticles = 50
    private static let feeds = AnswerForm.text(
        "application/atom+xml", or: "application/rss+xml", "application/feed+json", "text/x-opml",
        OpenSearch.mediaType, OpenSearch.suggestionType)

    static let all: [Operation] = [
        Operation(
            "feedAddress", .get, "/v1/feed-address", .write, "The feed address for other programs",
            gives: .json("FeedAddress")
        ) { call in
            let library = call.library.number
            guard let secret = try await call.ask({ try $0.feedSecret(of: library) }) else {
                throw Problem(404, "noFeedAddress", .httpNoFeedAddress)
            }
            return address(secret, call)
        },
        Operation(
            "renewFeedAddress", .post, "/v1/feed-address", .write,
            "Create the feed address; it replaces an earlier one", gives: .json("FeedAddress")
        ) { call in
            let library = call.library.number
            return address(try await call.ask { try $0.renewFeedSecret(of: library) }, call)
        },
        Operation(
            "removeFeedAddress", .delete, "/v1/feed-address", .write, "Remove the feed address for other programs",
            gives: .nothing
        ) { call in
            let library = call.library.number
            guard try await call.ask({ try $0.removeFeedSecret(of: library) }) else {
                throw Problem(404, "noFeedAddress", .httpNoFeedAddress)
            }
            return HTTPResponse(status: 204)
        },
        Operation(
            "feedOut", .get, "/feeds/{secret}/{name...}", nil,
            "A saved search, its digests, a folder, the starred articles or a query as a feed; the subscriptions as OPML",
            query: [
                .init("q", .string, "for search, the query; otherwise an additional filter"),
                .init("limit", .integer(1...maxArticles), "maximum number of articles; \(usualArticles) by default"),
            ],
            gives: feeds, example: "/feeds/SECRET/saved/Foxes.atom?q=red&limit=10"
        ) { call in
            try await feed(call)
        },
    ]

    /// The response is not compressed, because it contains both a secret and text chosen by the client (BREACH).
    private static func address(_ secret: String, _ call: RequestContext) -> HTTPResponse {
        var response = HTTPResponse.json { writer in
            writer.object { $0.member("url", call.base + "/feeds/\(secret)/") }
        }
        response.mayCompress = false
        return response
    }

    private static func feed(_ request: RequestContext) async throws -> HTTPResponse {
        let secret = request.part("secret")
        let visitor = request.visitor
        let number = request.service.host == nil ? nil : LibraryNumber.of(secret)
        let refusal = try await request.readAccounts {
            try $0.refusal(ofFeedSecret: secret, of: number, from: visitor)
        }
        if let refusal, case .tooMany = refusal { throw Service.problem(refusal) }
        // The response to a wrong secret is the same as for an unknown address.
        guard refusal == nil, let call = try await request.inLibrary(number) else {
            throw Problem(404, "notFound", .httpNotFound)
        }
        call.request.markAuthenticated()
        let name = call.part("name")
        if name == "subscriptions.opml" {
            let text = try await call.read { library in try library.lists.export(until: call.request.deadline) }
            return response(Array(text.utf8), "text/x-opml; charset=utf-8")
        }
        if name == "opensearch.xml" {
            let base = call.base
            let own = base + "/feeds/" + secret
            return response(
                OpenSearch.description(
                    base: base, own: own + "/opensearch.xml", suggestions: own + "/suggest", call.language),
                OpenSearch.mediaType + "; charset=utf-8")
        }
        if name == "suggest" {
            let text = call.text("q") ?? ""
            let limit = min(call.integer("limit") ?? 10, 100)
            let found = try await call.read { try $0.store.complete(prefix: text, limit: limit).map(\.text) }
            return response(OpenSearch.suggestions(found, of: text), OpenSearch.suggestionType)
        }
        guard let dot = name.lastIndex(of: "."),
            let format = FeedFormat(rawValue: String(name[name.index(after: dot)...]))
        else { throw Problem(404, "noSuchFeed", .httpNoSuchFeedOut) }
        if let (period, search) = digest(String(name[..<dot])) {
            let (home, address) = (call.base + "/", call.service.selfAddress(of: call.request))
            let bytes = try await call.read { library in
                var feed = try library.digests.feed(of: search, period)
                feed.homeURL = home
                feed.selfURL = address
                return feed.write(as: format)
            }
            return response(bytes, format.mediaType)
        }
        guard let selection = selection(String(name[..<dot]), call.text("q"))
        else { throw Problem(404, "noSuchFeed", .httpNoSuchFeedOut) }
        let isQuery = if case .query = selection { true } else { false }
        let narrowing = isQuery ? nil : call.text("q")
        let limit = call.integer("limit") ?? usualArticles
        let home = call.base + "/"
        let address = call.service.selfAddress(of: call.request)
        let bytes = try await call.read { library in
            var feed = try selection.feed(of: library, narrowedBy: narrowing, limit: limit)
            feed.homeURL = home
            feed.selfURL = address
            return feed.write(as: format)
        }
        return response(bytes, format.mediaType)
    }

    /// Parses the name of a feed of digests: `digest/PERIOD/NAME`, or `digest/PERIOD` for all searches. Nil for other
    /// names.
    private static func digest(_ name: String) -> (Digests.Period, String?)? {
        let parts = name.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0] == "digest", let period = Digests.Period(rawValue: String(parts[1])) else {
            return nil
        }
        return (period, parts.count > 2 ? String(parts[2]) : nil)
    }

    /// The articles selected by a file name without its extension; nil if the name is unknown.
    private static func selection(_ name: String, _ query: String?) -> OutgoingSelection? {
        if name == "starred" { return .starred }
        if name == "search" { return query.map { .query($0) } }
        let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else { return nil }
        switch parts[0] {
        case "saved": return .savedSearch(String(parts[1]))
        case "folder": return .folder(parts[1].split(separator: "/").map(String.init))
        default: return nil
        }
    }

    private static func response(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
        var response = HTTPResponse(headers: ["Content-Type": type], body: .bytes(bytes))
        response.hasEntityTag = true
        return response
    }
}
