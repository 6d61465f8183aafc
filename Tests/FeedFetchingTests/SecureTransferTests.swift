import FeedFetching
import Foundation
import Testing

@Suite struct SecureTransferTests {
    private func fetcher(_ server: FeedServer) throws -> Fetcher {
        var fetcher = Fetcher(policy: try AddressPolicy(allowing: ["feeds.example"]))
        fetcher.resolver = StubResolver(["feeds.example": ["127.0.0.1"]])
        fetcher.caFile = try TestCertificate.shared.cert
        return fetcher
    }

    @Test("Over TLS, the feeds of one host share its few HTTP/2 connections, one transfer at a time on each")
    func http2() async throws {
        let server = try FeedServer(certificate: try TestCertificate.shared)
        let url = "https://feeds.example:\(server.h2)/feed"
        var bodies = 0
        for await result in try fetcher(server).run((0..<8).map { FetchRequest(url, token: $0) }) {
            #expect(try result.outcome.feed.body.isEmpty == false)
            bodies += 1
        }
        #expect(bodies == 8)
        let seen = try await server.log().seen.filter { $0.port == "h2" }
        #expect(seen.count { $0.line == "connection" } <= FetchLimits().perHost)
        #expect(seen.count { $0.line == "request" } == 8)
    }

    @Test("A certificate that nobody vouches for, or of another name, is a failure of TLS")
    func badCertificates() async throws {
        let server = try FeedServer(certificate: try TestCertificate.shared)
        var strict = try fetcher(server)
        strict.caFile = nil
        let request = FetchRequest("https://feeds.example:\(server.h2)/feed")
        #expect(try await strict.fetch(request).failure.kind == .tls)
        var other = try fetcher(server)
        other.policy = try AddressPolicy(allowing: ["other.example"])
        other.resolver = StubResolver(["other.example": ["127.0.0.1"]])
        let misnamed = FetchRequest("https://other.example:\(server.h2)/feed")
        #expect(try await other.fetch(misnamed).failure.kind == .tls)
    }

    @Test("Every proxy of the four kinds carries the request")
    func proxies() async throws {
        let server = try FeedServer(certificate: try TestCertificate.shared)
        var fetcher = try fetcher(server)
        fetcher.policy = AddressPolicy()
        fetcher.resolver = StubResolver(["feeds.example": ["93.184.216.34"]])
        for (proxy, url) in [
            ("http://127.0.0.1:\(server.proxy)", "http://feeds.example/feed"),
            ("http://127.0.0.1:\(server.proxy)", "https://feeds.example/feed"),
            ("socks5://127.0.0.1:\(server.socks)", "http://feeds.example/feed"),
            ("socks5h://127.0.0.1:\(server.socks)", "http://unknown.example/feed"),
        ] {
            var request = FetchRequest(url)
            request.proxy = proxy
            #expect(try await fetcher.fetch(request).feed.answer.status == 200, "\(proxy) \(url)")
        }
        let socks = try await server.log().seen.filter { $0.port == "socks" }.map(\.line)
        // 93.184.216.34 in hexadecimal: the name was resolved here, and judged.
        #expect(socks == ["5db8d822", "unknown.example"])
    }

    @Test("Behind a proxy, addresses are still judged by form, and by resolution where names are resolved here")
    func judgedBehindProxies() async throws {
        let server = try FeedServer()
        let fetcher = Fetcher(resolver: StubResolver(["inner.example": ["10.0.0.1"]]))
        for (proxy, url) in [
            ("http://127.0.0.1:\(server.proxy)", "http://10.0.0.1/"),
            ("http://127.0.0.1:\(server.proxy)", "http://nas/"),
            ("socks5h://127.0.0.1:\(server.socks)", "http://[::1]/"),
            ("socks5://127.0.0.1:\(server.socks)", "http://inner.example/"),
        ] {
            var request = FetchRequest(url)
            request.proxy = proxy
            guard case .refused = try await fetcher.fetch(request).failure.kind else {
                Issue.record("\(url) went through \(proxy)")
                continue
            }
        }
        var request = FetchRequest("http://feeds.example/")
        request.proxy = "http://127.0.0.1:9"
        #expect(try await fetcher.fetch(request).failure.kind == .proxy)
        request.proxy = "ftp://127.0.0.1:21"
        #expect(try await fetcher.fetch(request).failure.kind == .proxy)
    }
}
