import FeedFetching
import Testing

@Suite struct FeedDiscoveryTests {
    @Test("Addresses are understood as people type them")
    func typed() throws {
        for (text, candidates) in [
            ("example.org", ["https://example.org/", "http://example.org/"]),
            ("example.org:8080/blog", ["https://example.org:8080/blog", "http://example.org:8080/blog"]),
            ("  https://example.org/feed \n", ["https://example.org/feed"]),
            ("feed://example.org/rss", ["https://example.org/rss", "http://example.org/rss"]),
            ("feed:https://example.org/rss", ["https://example.org/rss"]),
        ] {
            #expect(try TypedAddress(text).candidates.map(\.text) == candidates, "\(text)")
        }
        for text in ["", "ftp://example.org/", "mailto:a@b.example", "two words"] {
            #expect(throws: AddressRefusal.self, "\(text)") { try TypedAddress(text) }
        }
    }

    @Test("A password in a typed address is taken out of it")
    func typedPassword() throws {
        let typed = try TypedAddress("https://me:p%40ss@example.org/feed")
        #expect(typed.candidates.map(\.text) == ["https://example.org/feed"])
        #expect(typed.credentials?.user == "me")
        #expect(typed.credentials?.password == "p@ss")
        #expect("\(typed.credentials as Any)".contains("p@ss") == false)
    }

    @Test("A feed's address is its own feed")
    func feedItself() async throws {
        let server = try FeedServer.shared
        let found = try await FeedDiscovery(fetcher: try server.fetcher())
            .discover(try TypedAddress(server.url("/feed")))
        #expect(found.map(\.address.text) == [server.url("/feed")])
        #expect(found.first?.source == .typed)
    }

    @Test("A link that hangs does not hold up the feeds that are there")
    func hangingLink() async throws {
        let server = try FeedServer.shared
        var fetcher = try server.fetcher()
        fetcher.limits.timeout = .seconds(3_600)
        let found = try await FeedDiscovery(fetcher: fetcher)
            .discover(try TypedAddress(server.url("/page-with-slow-link")))
        #expect(found.map(\.address.text) == [server.url("/gzip"), server.url("/atom")])
    }

    @Test("A page's declared feeds are found in its order, those that do not work left out")
    func declared() async throws {
        let server = try FeedServer.shared
        let found = try await FeedDiscovery(fetcher: try server.fetcher())
            .discover(try TypedAddress(server.url("/page")))
        #expect(found.map(\.address.text) == [server.url("/gzip"), server.url("/atom")])
        #expect(found.map(\.title) == ["News", "Atom"])
        #expect(found.allSatisfy { $0.source == .link })
    }

    @Test("A page that declares none is searched in the customary places")
    func customary() async throws {
        let server = try FeedServer.shared
        let found = try await FeedDiscovery(fetcher: try server.fetcher())
            .discover(try TypedAddress(server.url("/bare-page")))
        #expect(found.map(\.address.text) == [server.url("/feed")])
        #expect(found.first?.source == .guess)
    }

    @Test("An address that cannot be fetched says why")
    func unreachable() async throws {
        let server = try FeedServer.shared
        await #expect(throws: FetchFailure.self) {
            try await FeedDiscovery(fetcher: try server.fetcher()).discover(try TypedAddress(server.url("/none")))
        }
    }

    @Test("The shape of a body is told from its start")
    func shapes() {
        for (text, shape) in [
            ("<?xml version='1.0'?><!-- x --><rss>", BodyShape.xmlFeed), ("\u{FEFF}<feed xmlns='a'>", .xmlFeed),
            ("<rdf:RDF>", .xmlFeed), ("  <!DOCTYPE html><html>", .page), ("<html>", .page),
            ("<!DOCTYPE rss PUBLIC 'x'><rss>", .xmlFeed),
            ("{\"version\": \"https://jsonfeed.org/version/1.1\"", .jsonFeed),
            ("{\"a\": 1}", .other), ("<opml>", .other), ("", .other), ("<", .other), ("<!--", .other),
        ] {
            #expect(BodyShape(Array(text.utf8)) == shape, "\(text)")
        }
        #expect(BodyShape([0xFF, 0xFE] + "<rss>".utf8.flatMap { [$0, 0] }) == .xmlFeed)
    }
}
