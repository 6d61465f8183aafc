import Accounts
import FeedLibrary
import FeedParsing
import Foundation
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

/// Feeds for other programs, under an address with a secret.
@Suite(.fewAtOnce) struct FeedOutTests {
    private let fixture: ServiceFixture

    init() throws { fixture = try ServiceFixture() }

    /// The path up to the names of feeds.
    private func address() async throws -> String {
        let url = try #require(try await fixture.post("/v1/feed-address", "").object["url"] as? String)
        return try #require(URL(string: url)?.path()) + (url.hasSuffix("/") ? "" : "/")
    }

    private func read(_ target: String, headers: HTTPHeaders = [:]) async throws -> ServiceFixture.Answer {
        try await fixture.ask(.get, target, headers: headers)
    }

    private func titles(_ target: String) async throws -> [String] {
        let answer = try await read(target)
        #expect(answer.status == 200, "\(target)")
        let feed = FeedParser.parse(answer.bytes)
        #expect(!feed.isMalformed && feed.warnings.isEmpty, "\(feed.warnings)")
        return feed.items.compactMap(\.title)
    }

    @Test("Saved searches, folders, what is starred and queries are feeds, the newest articles first")
    func selections() async throws {
        let base = try await address()
        let list =
            #"<opml><body><outline text="News"><outline text="全文"><outline xmlUrl="https://example.org/feed"/></outline></outline></body></opml>"#
        let library = try Library(path: fixture.databasePath, for: .changing)
        let path = fixture.folder + "/list.opml"
        try Data(list.utf8).write(to: URL(filePath: path))
        _ = try library.lists.importFiles([path])
        #expect(try await fixture.post("/v1/saved", #"{"name":"Red / foxes","query":"fox"}"#).status == 204)
        #expect(try await fixture.post("/v1/state", #"{"articles":[3],"starred":true}"#).status == 200)
        for format in ["atom", "rss", "json"] {
            #expect(try await titles(base + "saved/Red%20%2F%20foxes.\(format)") == ["Fox 2", "Fox 1"])
            #expect(try await titles(base + "folder/News.\(format)") == ["Owl 3", "Fox 2", "Fox 1"])
            #expect(try await titles(base + "folder/News/%E5%85%A8%E6%96%87.\(format)?limit=1") == ["Owl 3"])
            #expect(try await titles(base + "starred.\(format)") == ["Owl 3"])
            #expect(try await titles(base + "search.\(format)?q=fox%20-2") == ["Fox 1"])
            #expect(try await titles(base + "saved/Red%20%2F%20foxes.\(format)?q=title:1") == ["Fox 1"])
        }
        let opml = try await read(base + "subscriptions.opml")
        #expect(opml.status == 200 && String(decoding: opml.bytes, as: UTF8.self).contains("https://example.org/feed"))
    }

    @Test("Types, unchanged feeds and what is never cached by others")
    func headers() async throws {
        let base = try await address()
        for (format, type) in [
            ("atom", "application/atom+xml; charset=utf-8"), ("rss", "application/rss+xml; charset=utf-8"),
            ("json", "application/feed+json"),
        ] {
            let answer = try await read(base + "search.\(format)?q=fox")
            #expect(answer.headers["Content-Type"] == type)
            #expect(answer.headers["Cache-Control"]?.contains("private") == true)
            let again = try await read(base + "search.\(format)?q=fox")
            #expect(again.bytes == answer.bytes)
        }
        #expect(try await read(base + "search.json?q=fox", headers: ["Accept": "application/feed+json"]).status == 200)
        #expect(try await read(base + "search.json?q=fox", headers: ["Accept": "image/png"]).status == 406)
    }

    @Test("What is not there or cannot be read is said, and nothing else is reached")
    func mistakes() async throws {
        let base = try await address()
        let wanted = [
            ("saved/none.atom", 404), ("folder/none.atom", 400), ("search.atom", 404), ("search.atom?q=%22", 400),
            ("starred", 404), ("starred.html", 404), ("saved/.atom", 404), ("starred.atom?limit=0", 400),
            ("starred.atom?limit=501", 400), ("starred.atom?x=1", 400), ("../v1/feeds", 400), ("", 404),
            ("search.atom?q=search:none", 404),
        ]
        for (name, status) in wanted {
            let answer = try? await read(base + name)
            #expect((answer?.status ?? 400) == status, "\(name)")
        }
        #expect(try await fixture.ask(.post, base + "starred.atom").status == 405)
    }

    @Test("Only the newest secret opens the feeds; others lead nowhere, and are throttled")
    func secret() async throws {
        #expect(try await fixture.get("/v1/feed-address").status == 404)
        let first = try await address()
        #expect(try await read(first + "starred.atom").status == 200)
        #expect(try await fixture.get("/v1/feed-address").object["url"] as? String == "http://localhost" + first)
        let second = try await address()
        #expect(first != second && second.utf8.count > 40)
        #expect(try await read(first + "starred.atom").status == 404)
        #expect(try await read(second + "starred.atom").status == 200)
        fixture.accounts.flush()
        let record = try #require(try fixture.accounts.signInLog(limit: 1).first)
        #expect(record.kind == .feedAddress && record.outcome == .unknown)
        #expect(try await fixture.ask(.delete, "/v1/feed-address", token: fixture.tokens[.write]).status == 204)
        #expect(try await read(second + "starred.atom").status == 404)
        #expect(try await fixture.ask(.delete, "/v1/feed-address", token: fixture.tokens[.write]).status == 404)
        var statuses: [Int] = []
        for number in 0..<12 { statuses.append(try await read("/feeds/wrong\(number)/starred.atom").status) }
        #expect(statuses.last == 429)
        let third = try await address()
        #expect(try await read(third + "starred.atom").status == 200)
        #expect(try await fixture.ask(.get, "/v1/feed-address", token: fixture.tokens[.read]).status == 403)
    }
}
