import FeedFetching
import Foundation
import Testing

@Suite struct FetcherTests {
    private static let text =
        #"<rss version="2.0"><channel><title>t</title><item><title>one</title><guid>1</guid></item></channel></rss>"#

    @Test("A feed comes back whole, with its validators and how long it stays fresh")
    func plainFeed() async throws {
        let server = try FeedServer.shared
        let feed = try await server.fetcher().fetch(FetchRequest(server.url("/feed"))).feed
        #expect(String(decoding: feed.body, as: UTF8.self) == Self.text)
        #expect(feed.answer.etag == "\"v1\"")
        #expect(feed.answer.lastModified == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(feed.answer.freshness.maxAge == .seconds(600))
        #expect(feed.answer.contentType == "application/rss+xml")
        #expect(feed.answer.movedTo == nil)
    }

    @Test("A known validator brings 304, an equal body counts as not modified")
    func notModified() async throws {
        let server = try FeedServer.shared
        let fetcher = try server.fetcher()
        var request = FetchRequest(server.url("/feed"))
        request.etag = "\"v1\""
        guard case .notModified(let answer) = await fetcher.fetch(request) else {
            Issue.record("no 304")
            return
        }
        #expect(answer.status == 304)
        var again = FetchRequest(server.url("/same"))
        again.contentHash = try await fetcher.fetch(again).feed.contentHash
        guard case .notModified(let same) = await fetcher.fetch(again) else {
            Issue.record("an equal body was handed out again")
            return
        }
        #expect(same.status == 200)
    }

    @Test(
        "Every coding that is asked for is undone",
        arguments: [
            "/same", "/gzip", "/gzip-two", "/gzip-trailing", "/deflate", "/deflate-bare", "/br", "/zstd",
        ])
    func codings(_ path: String) async throws {
        let server = try FeedServer.shared
        let feed = try await server.fetcher().fetch(FetchRequest(server.url(path))).feed
        #expect(String(decoding: feed.body, as: UTF8.self) == Self.text)
    }

    @Test(
        "A body that ends early or is coded otherwise is a failure, never a feed",
        arguments: ["/gzip-cut", "/gzip-empty", "/br-cut", "/zstd-cut", "/unasked"])
    func brokenCodings(_ path: String) async throws {
        let server = try FeedServer.shared
        let failure = try await server.fetcher().fetch(FetchRequest(server.url(path))).failure
        #expect(failure.kind == .badAnswer)
    }

    @Test(
        "The limits hold on the wire, unpacked and without an end",
        arguments: ["/size?10485761", "/gzip-bomb", "/br-bomb", "/flood"])
    func limits(_ path: String) async throws {
        let server = try FeedServer.shared
        let failure = try await server.fetcher().fetch(FetchRequest(server.url(path))).failure
        #expect(failure.kind == .tooLarge)
    }

    @Test(
        "A header that is too long is a failure that says so",
        arguments: [
            ("/etag?1000000", "a header line is longer than 102400 bytes"),
            ("/headers?400", "the header is larger than 307200 bytes"),
        ])
    func longHeaders(_ path: String, _ message: String) async throws {
        let server = try FeedServer.shared
        let failure = try await server.fetcher().fetch(FetchRequest(server.url(path))).failure
        #expect(failure.kind == .badAnswer && failure.message == message)
    }

    @Test("A body of exactly the limit is fetched")
    func exactLimit() async throws {
        let server = try FeedServer.shared
        var request = FetchRequest(server.url("/size?5000"))
        request.maxWireBytes = 5000
        request.maxDecodedBytes = 5000
        #expect(try await server.fetcher().fetch(request).feed.body.count == 5000)
        request.maxDecodedBytes = 4999
        #expect(try await server.fetcher().fetch(request).failure.kind == .tooLarge)
    }

    @Test("Statuses say what they mean: gone, busy with a time to wait, challenge, missing")
    func statuses() async throws {
        let server = try FeedServer.shared
        let fetcher = try server.fetcher()
        guard case .gone = await fetcher.fetch(FetchRequest(server.url("/gone"))) else {
            Issue.record("410 is not gone")
            return
        }
        let busy = try await fetcher.fetch(FetchRequest(server.url("/busy"))).failure
        #expect(busy.kind == .httpStatus(429))
        #expect(busy.retryAfter == .seconds(120))
        #expect(try await fetcher.fetch(FetchRequest(server.url("/challenge"))).failure.kind == .challenge)
        #expect(try await fetcher.fetch(FetchRequest(server.url("/none"))).failure.kind == .httpStatus(404))
        #expect(try await fetcher.fetch(FetchRequest(server.url("/reset"))).failure.kind == .badAnswer)
        #expect(try await fetcher.fetch(FetchRequest("http://no-such-host.example/")).failure.kind == .dns)
    }

    @Test("The time for a whole fetch ends one that drips")
    func drip() async throws {
        let server = try FeedServer.shared
        var request = FetchRequest(server.url("/drip"))
        request.timeout = .milliseconds(700)
        for await result in try server.fetcher().run([request]) {
            #expect(try result.outcome.failure.kind == .timeout)
        }
    }

    @Test("An unsafe header is refused before anything is sent")
    func unsafeHeader() async throws {
        let server = try FeedServer.shared
        var request = FetchRequest(server.url("/echo"))
        request.headers = [FetchHeader("X-A", "b\r\nX-Injected: 1")]
        #expect(try await server.fetcher().fetch(request).failure.kind == .badRequest)
        request.headers = [FetchHeader("Host", "example.org")]
        #expect(try await server.fetcher().fetch(request).failure.kind == .badRequest)
    }

    @Test("A feed's own agent, headers, password and cookies are sent")
    func ownHeaders() async throws {
        let server = try FeedServer.shared
        let cookies = FileManager.default.temporaryDirectory.appendingPathComponent("cookies-\(UUID().uuidString)")
        try "127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tabc\n".write(to: cookies, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: cookies) }
        var request = FetchRequest(server.url("/echo"))
        request.userAgent = "Own/1"
        request.headers = [FetchHeader("X-Key", "secret"), FetchHeader("Accept", "text/plain")]
        request.credentials = BasicCredentials(user: "me", password: "pw")
        request.cookiesFile = cookies.path
        let echo = try JSONDecoder().decode(
            [String: String].self, from: Data(try await server.fetcher().fetch(request).feed.body))
        #expect(echo["user-agent"] == "Own/1")
        #expect(echo["x-key"] == "secret")
        #expect(echo["accept"] == "text/plain")
        #expect(echo["authorization"] == "Basic bWU6cHc=")
        #expect(echo["cookie"] == "session=abc")
        #expect(echo["accept-encoding"] == "gzip, deflate, br, zstd")
    }

    @Test("Cookies that a site sets reach no later request")
    func noCookieJar() async throws {
        let server = try FeedServer()
        let fetcher = try server.fetcher()
        for await _ in fetcher.run([FetchRequest(server.url("/cookie")), FetchRequest(server.url("/echo"))]) {}
        #expect(try await server.log().seen.allSatisfy { $0.headers["cookie"] == nil })
    }
}
