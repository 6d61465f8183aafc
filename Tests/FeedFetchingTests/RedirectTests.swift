import FeedFetching
import Foundation
import Testing

@Suite struct RedirectTests {
    @Test("Five redirects are followed, a sixth is not")
    func redirectLimit() async throws {
        let server = try FeedServer.shared
        let feed = try await server.fetcher().fetch(FetchRequest(server.url("/hop?5"))).feed
        #expect(feed.answer.redirects == 5)
        #expect(feed.answer.finalURL.text == server.url("/feed"))
        #expect(try await server.fetcher().fetch(FetchRequest(server.url("/hop?6"))).failure.kind == .tooManyRedirects)
    }

    @Test("Only a leading run of permanent redirects says that the feed has moved")
    func moved() async throws {
        let server = try FeedServer.shared
        let fetcher = try server.fetcher()
        let moved = try await fetcher.fetch(FetchRequest(server.url("/moved"))).feed
        #expect(moved.answer.movedTo?.text == server.url("/feed"))
        let chain = try await fetcher.fetch(FetchRequest(server.url("/hop?3,308"))).feed
        #expect(chain.answer.movedTo?.text == server.url("/feed"))
        let passing = try await fetcher.fetch(FetchRequest(server.url("/moved-temporarily-first"))).feed
        #expect(passing.answer.movedTo == nil)
    }

    @Test("A 304 behind a redirect is a 304")
    func notModifiedBehindRedirect() async throws {
        let server = try FeedServer.shared
        var request = FetchRequest(server.url("/moved"))
        request.etag = "\"v1\""
        guard case .notModified(let answer) = await (try server.fetcher()).fetch(request) else {
            Issue.record("no 304")
            return
        }
        #expect(answer.movedTo?.text == server.url("/feed"))
    }

    @Test("A redirect without an address, or with raw bytes in it, is read as well as can be")
    func oddLocations() async throws {
        let server = try FeedServer.shared
        let fetcher = try server.fetcher()
        #expect(try await fetcher.fetch(FetchRequest(server.url("/nowhere"))).failure.kind == .badRedirect)
        #expect(try await fetcher.fetch(FetchRequest(server.url("/latin"))).feed.answer.status == 200)
    }

    @Test("Secrets stay with the origin that they were given for")
    func secretsStay() async throws {
        let first = try FeedServer()
        let second = try FeedServer()
        var fetcher = try first.fetcher()
        fetcher.policy = try AddressPolicy(allowing: ["127.0.0.1:\(first.http)", "127.0.0.1:\(second.http)"])
        let cookies = FileManager.default.temporaryDirectory.appendingPathComponent("cookies-\(UUID().uuidString)")
        try "127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tabc\n".write(to: cookies, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: cookies) }
        var request = FetchRequest(first.url("/to?\(second.url("/echo"))"))
        request.headers = [FetchHeader("X-Key", "secret")]
        request.credentials = BasicCredentials(user: "me", password: "pw")
        request.cookiesFile = cookies.path
        let echo = try JSONDecoder().decode(
            [String: String].self, from: Data(try await fetcher.fetch(request).feed.body))
        #expect(echo["x-key"] == nil)
        #expect(echo["authorization"] == nil)
        #expect(echo["cookie"] == nil)
        let seen = try await first.log().seen.first
        #expect(seen?.headers["authorization"] == "Basic bWU6cHc=")
        #expect(seen?.headers["cookie"] == "session=abc")
    }

    @Test("IPv6 is fetched by address and by name where it is allowed, refused where not")
    func version6() async throws {
        let server = try FeedServer.shared
        guard let port = server.six else { return }
        var fetcher = Fetcher(policy: try AddressPolicy(allowing: ["::1", "six.example"]))
        fetcher.resolver = StubResolver(["six.example": ["::1"]])
        for url in ["http://[::1]:\(port)/feed", "http://six.example:\(port)/feed"] {
            #expect(try await fetcher.fetch(FetchRequest(url)).feed.answer.status == 200, "\(url)")
            let strict = Fetcher(resolver: fetcher.resolver)
            guard case .refused = try await strict.fetch(FetchRequest(url)).failure.kind else {
                Issue.record("\(url) was not refused")
                continue
            }
        }
    }

    @Test("A typed origin on a private network is fetched; where it redirects to is judged")
    func trustedOrigin() async throws {
        let home = try FeedServer()
        let other = try FeedServer()
        let fetcher = Fetcher(resolver: StubResolver(["rss.lan": ["127.0.0.1"]]))
        var request = FetchRequest(home.url("/hop?2", host: "rss.lan"))
        request.trustedOrigin = try WebAddress(request.url).origin
        #expect(try await fetcher.fetch(request).feed.answer.redirects == 2)
        request.url = home.url("/to?\(other.url("/feed"))", host: "rss.lan")
        guard case .refused = try await fetcher.fetch(request).failure.kind else {
            Issue.record("a redirect to another local port was followed")
            return
        }
        #expect(try await other.log().seen.count == 1)
        request.trustedOrigin = nil
        guard case .refused = try await fetcher.fetch(request).failure.kind else {
            Issue.record("an untrusted local name was fetched")
            return
        }
    }
}
