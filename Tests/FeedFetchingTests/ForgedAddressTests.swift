import FeedFetching
import Formats
import Foundation
import Testing

/// The shared list of forged addresses: each refused or allowed as it says, with the canary untouched.
@Suite(.enabled(if: SharedMaterial.root != nil, "../shared is absent"), .serialized)
struct ForgedAddressTests {
    private struct Row: Decodable {
        var id: String
        var url: String
        var `default`: String
        var resolve: [String: [String]]?
    }

    private static let rows = SharedMaterial.rows("hostile/ssrf.jsonl", as: Row.self)

    @Test("Every forged address is refused before a connection is made")
    func refused() async throws {
        let server = try HostileServer(root: try #require(SharedMaterial.root))
        let rows = Self.rows.filter { $0.default != "allow" }
        try #require(rows.count > 100)
        for row in rows {
            let url = row.url.replacingOccurrences(of: "{port}", with: String(server.canary))
            var fetcher = Fetcher(resolver: StubResolver(row.resolve ?? [:]))
            fetcher.limits.timeout = .seconds(120)
            guard case .refused = try await fetcher.fetch(FetchRequest(url)).failure.kind else {
                Issue.record("\(row.id) \(url) was not refused")
                continue
            }
        }
        // The same again as redirects of a public-looking feed.
        let first = try FeedServer()
        for row in rows {
            let url = row.url.replacingOccurrences(of: "{port}", with: String(server.canary))
            var fetcher = try first.fetcher()
            fetcher.resolver = StubResolver(row.resolve ?? [:])
            let query = url.utf8.contains { $0 <= 0x20 || $0 >= 0x7F } ? nil : url
            guard let query, query.contains("://") else { continue }
            guard case .refused = try await fetcher.fetch(FetchRequest(first.url("/to?\(query)"))).failure.kind else {
                // The fragment of the address that asks for the redirect never reaches the server.
                if !query.contains("#") { Issue.record("\(row.id) \(query) was followed") }
                continue
            }
        }
        #expect(try await server.canaryHits().isEmpty)
    }

    @Test("Every harmless address passes and is asked for")
    func allowed() async throws {
        let rows = Self.rows.filter { $0.default == "allow" }
        try #require(rows.count > 10)
        let server = try FeedServer()
        for row in rows {
            let address = try WebAddress(row.url)
            let policy = AddressPolicy()
            #expect(policy.refusal(of: address) == nil, "\(row.url)")
            for peer in (row.resolve ?? [:]).values.joined().compactMap({ IPAddress($0) }) {
                #expect(policy.refusal(of: peer, for: address) == nil)
            }
            // Asked through a proxy on loopback, so that the test leaves the machine alone.
            var fetcher = Fetcher(proxies: ProxySettings("http://127.0.0.1:\(server.proxy)"))
            fetcher.resolver = StubResolver([:])
            _ = await fetcher.fetch(FetchRequest(row.url))
            let last = try await server.log().seen.last { $0.port == "proxy" }
            #expect(last?.line.contains(address.host) == true, "\(row.url) was not asked for")
        }
    }

    @Test("A name with one bad address among good ones is refused")
    func mixedAddresses() async throws {
        let fetcher = Fetcher(resolver: StubResolver(["a.example": ["93.184.216.34", "10.0.0.1"]]))
        let failure = try await fetcher.fetch(FetchRequest("http://a.example/")).failure
        #expect(failure.kind == .refused(.localAddress(host: "a.example", kind: "a private network")))
    }
}
