import FeedFetching
import Foundation
import Testing

@Suite struct ChainCookiesTests {
    private func echo(_ request: FetchRequest, _ fetcher: Fetcher) async throws -> [String: String] {
        try JSONDecoder().decode([String: String].self, from: Data(try await fetcher.fetch(request).feed.body))
    }

    @Test("Cookies that a redirect sets go back to its origin, by path, age and protocol")
    func sameOrigin() async throws {
        let server = try FeedServer.shared
        let fetcher = try server.fetcher()
        let request = FetchRequest(server.url("/set?/echo"))
        #expect(try await echo(request, fetcher)["cookie"] == "a=1; own=new")
        // They are forgotten at the end of the fetch.
        #expect(try await echo(FetchRequest(server.url("/echo")), fetcher)["cookie"] == nil)
    }

    @Test("They replace the feed's own cookies of the same name, and leave the others")
    func ownCookies() async throws {
        let server = try FeedServer.shared
        var request = FetchRequest(server.url("/set?/echo"))
        request.headers = [FetchHeader("Cookie", "own=old; session=abc")]
        #expect(try await echo(request, try server.fetcher())["cookie"] == "session=abc; a=1; own=new")
    }

    @Test("They go to no other origin")
    func otherOrigin() async throws {
        let first = try FeedServer()
        let second = try FeedServer()
        var fetcher = try first.fetcher()
        fetcher.policy = try AddressPolicy(allowing: ["127.0.0.1:\(first.http)", "127.0.0.1:\(second.http)"])
        let request = FetchRequest(first.url("/set?\(second.url("/echo"))"))
        #expect(try await echo(request, fetcher)["cookie"] == nil)
    }
}

@Suite struct NamesOfNoCodingTests {
    @Test(
        "A plain body under a Content-Encoding that names no coding is read",
        arguments: ["UTF-8", "8bit", "binary", "aws-chunked", "iso-8859-1", "identity,+utf-8", "none"])
    func plain(_ name: String) async throws {
        let server = try FeedServer.shared
        let feed = try await server.fetcher().fetch(FetchRequest(server.url("/coding?\(name)"))).feed
        #expect(feed.body.starts(with: "<rss".utf8))
    }

    @Test(
        "A coding that was not asked for, and an unknown one with another body, are failures",
        arguments: ["/coding?compress", "/coding?gzip,gzip", "/coding?dcz", "/coding-noise?iso-8859-1"])
    func coded(_ path: String) async throws {
        let server = try FeedServer.shared
        #expect(try await server.fetcher().fetch(FetchRequest(server.url(path))).failure.kind == .badAnswer)
    }
}

@Suite struct DeclaredFeedTests {
    @Test("Feeds in Link headers are found, of whatever the address is; other alternates are not tried")
    func linkHeaders() async throws {
        let server = try FeedServer()
        let found = try await FeedDiscovery(fetcher: try server.fetcher())
            .discover(try TypedAddress(server.url("/linked")))
        #expect(found.map(\.address.text) == [server.url("/atom")])
        #expect(found.first?.title == "Atom")
        #expect(try await server.log().seen.allSatisfy { !$0.line.contains("wp-json") })
    }

    @Test("The feed of posts is before the feed of comments, however the page orders them")
    func comments() async throws {
        let server = try FeedServer.shared
        let found = try await FeedDiscovery(fetcher: try server.fetcher())
            .discover(try TypedAddress(server.url("/commented")))
        #expect(found.map(\.address.text) == [server.url("/atom"), server.url("/same")])
    }
}
