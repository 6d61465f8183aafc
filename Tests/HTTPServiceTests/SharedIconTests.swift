import Accounts
import Articles
import FeedLibrary
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// Icons that the libraries of a host share, and messages of hubs for several libraries.
@Suite(.fewAtOnce) struct SharedIconTests {
    private static let icon: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 16, 0, 0, 0, 16, 8, 6, 0, 0, 0]

    private func host(_ names: [String]) throws -> SharedFetchTests.Host {
        let host = try SharedFetchTests.Host(looksForIcons: true)
        for path in ["feed", "other"] { host.site.feed(path, ["1"]) }
        for name in names { try host.add(name, ["feed"]) }
        return host
    }

    private func icons(_ host: SharedFetchTests.Host, _ name: String) throws -> [FeedIcon] {
        let store = try host.library(name).store
        return try store.feeds().compactMap { try store.icon(of: $0.id) }
    }

    private func searches(_ host: SharedFetchTests.Host) -> Int {
        host.site.requests.count { $0.path == "favicon.ico" }
    }

    @Test("20 libraries with the same feeds look for the icons of a site once, and each stores them")
    func once() async throws {
        let names = (1...20).map { "person\($0)" }
        let host = try host([])
        host.site.file("favicon.ico", Self.icon)
        for name in names { try host.add(name, ["feed", "other"]) }
        try await host.round()
        try await host.round()
        #expect(searches(host) == 1)
        for name in names { #expect(try icons(host, name).map(\.bytes) == [Self.icon, Self.icon]) }
        // All libraries look for the icon again at the same time, and again only one of them makes the request.
        host.advance(31 * 86_400)
        try await host.round()
        try await host.round()
        #expect(searches(host) == 2)
        await host.site.stop()
    }

    @Test("The icon of a feed with a password, a header or a permission for a private network is not shared")
    func own() async throws {
        let host = try host(["anna"])
        host.site.file("favicon.ico", Self.icon)
        try host.add("ben", ["feed"], origin: host.site.origin.replacing("http://", with: "http://reader:1@"))
        try host.add("cora", ["feed"])
        var options = FeedOptions()
        options.userAgent = "cora's reader"
        try host.library("cora").store.setOptions(options, of: host.state("cora").feed)
        try host.add("dora", ["feed"])
        try host.library("dora").store.trust(host.site.origin, for: host.state("dora").feed)
        try await host.round()
        #expect(searches(host) == 4)
        for name in ["anna", "ben", "cora", "dora"] { #expect(try icons(host, name).count == 1) }
        await host.site.stop()
    }

    @Test("The first icon of a feed takes as long as a search, also if another library has it or there is none")
    func time() async throws {
        for hasIcon in [true, false] {
            let host = try host(["anna"])
            if hasIcon { host.site.file("favicon.ico", Self.icon) }
            host.site.delay(.milliseconds(500), of: "favicon.ico")
            try await host.round()
            let before = host.site.requests.count
            try host.add("ben", ["feed"])
            let start = ContinuousClock.now
            try await host.round()
            #expect(ContinuousClock.now - start >= .milliseconds(450))
            #expect(host.site.requests.count == before)
            #expect(try icons(host, "ben").count == (hasIcon ? 1 : 0))
            await host.site.stop()
        }
    }

    @Test(
        "A day after a search, the library of a new subscriber looks for the icon itself, and gets what the site has then"
    )
    func later() async throws {
        let host = try host(["anna"])
        host.site.file("favicon.ico", Self.icon)
        try await host.round()
        host.site.file("favicon.ico", nil)
        host.advance(86_401)
        try host.add("ben", ["feed"])
        try await host.round()
        #expect(try searches(host) == 2 && icons(host, "anna").count == 1 && icons(host, "ben").isEmpty)
        await host.site.stop()
    }

    @Test("Several libraries that get the message of a hub make one request, and all get the new articles")
    func hub() async throws {
        let names = (1...10).map { "person\($0)" }
        let host = try SharedFetchTests.Host()
        host.site.feed("feed", ["1"])
        for name in names { try host.add(name, ["feed"]) }
        try await host.round()
        #expect(host.site.requests.count == 1)
        let url = host.site.origin + "/feed"
        var callbacks: [String] = []
        for name in names {
            let entry = try #require(try host.fixture.accounts.hostedLibrary(named: name))
            let feed = try host.state(name).feed
            callbacks.append(
                try host.fixture.accounts.addHubSubscription(
                    feed: feed, url: url, hub: "https://hub.example/", topic: url, in: entry.id
                ).id)
        }
        func announce() async throws {
            for id in callbacks { #expect(try await host.fixture.ask(.post, "/hub/" + id).status == 204) }
        }
        host.advance(120)
        host.site.feed("feed", ["1", "2"])
        try await announce()
        try await host.round()
        #expect(host.site.requests.count == 2)
        for name in names { #expect(try host.count(name) == 2) }

        // A failure is not repeated by each library either, and does not begin a pause for all.
        host.advance(120)
        host.site.answer(status: 500)
        try await announce()
        try await host.round()
        #expect(host.site.requests.count == 3)
        #expect(try host.entry("feed").failures == 0)
        host.advance(120)
        host.site.answer(status: 200)
        host.site.feed("feed", ["1", "2", "3"])
        try await announce()
        try await host.round()
        #expect(host.site.requests.count == 4)
        for name in names { #expect(try host.count(name) == 3) }
        await host.site.stop()
    }
}
