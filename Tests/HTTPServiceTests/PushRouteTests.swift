import Accounts
import Articles
import FeedLibrary
import Formats
import Foundation
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// Browsers that show notifications, over HTTP.
@Suite(.fewAtOnce) struct PushRouteTests {
    private let fixture: ServiceFixture
    private let site = try! WatchedSite.start()
    private let browser = P256Key()!

    init() throws {
        var settings = LibrarySettings()
        settings.allowed = "127.0.0.1"
        fixture = try ServiceFixture(settings: settings)
    }

    private func body(endpoint: String, label: String = "laptop") -> String {
        let (key, secret) = (
            Base64.encode(browser.publicKey, .url), Base64.encode([UInt8](repeating: 7, count: 16), .url)
        )
        return #"{"endpoint":"\#(endpoint)","p256dh":"\#(key)","auth":"\#(secret)","label":"\#(label)"}"#
    }

    private func browsers() async throws -> [[String: Any]] {
        try #require(try await fixture.get("/v1/push").object["browsers"] as? [[String: Any]])
    }

    @Test("A library has one key; a browser is stored encrypted, gets notifications, and is removed with its keys")
    func browser() async throws {
        let key = try #require(try await fixture.post("/v1/push/key", "").object["key"] as? String)
        #expect(Base64.decode(key.utf8, .url)?.count == 65)
        #expect(try await fixture.post("/v1/push/key", "").object["key"] as? String == key)
        let endpoint = "\(site.origin)/send/s3cret-address"
        let added = try await fixture.post("/v1/push", body(endpoint: endpoint))
        #expect(added.status == 201)
        #expect(try await fixture.post("/v1/push", body(endpoint: endpoint, label: "new")).status == 201)
        #expect(try await browsers().map { $0["label"] as? String } == ["new"])
        #expect(try await !fixture.get("/v1/push").text.contains("s3cret"))
        fixture.accounts.flush()
        for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder) {
            let bytes = try Data(contentsOf: URL(filePath: fixture.folder + "/" + name))
            #expect(bytes.firstRange(of: Data("s3cret-address".utf8)) == nil, "\(name)")
        }
        let saved = #"{"name":"foxes","query":"fox","notify":"webpush","quiet_hours":"22:00-07:00"}"#
        #expect(try await fixture.post("/v1/saved", saved).status == 204)
        #expect(try await fixture.post("/v1/alerts/test", #"{"name":"foxes"}"#).object["delivered"] as? Bool == true)
        let request = try #require(site.site.requests.last)
        #expect(request.path == ["send", "s3cret-address"] && request.headers["Content-Encoding"] == "aes128gcm")
        #expect(request.headers["Authorization"]?.hasSuffix("k=" + key) == true && request.headers["TTL"] != nil)
        #expect(request.body.count > 86 && request.body[20] == 65)
        let id = try #require(added.object["id"] as? String)
        #expect(try await fixture.ask(.delete, "/v1/push/\(id)", token: fixture.tokens[.write]).status == 204)
        #expect(try await fixture.ask(.delete, "/v1/push/\(id)", token: fixture.tokens[.write]).status == 404)
        #expect(try await browsers().isEmpty)
    }

    @Test("A browser resumes the searches that stopped for want of one") func resumed() async throws {
        let library = try Library(path: fixture.databasePath, for: .changing)
        #expect(
            try await fixture.post("/v1/saved", #"{"name":"foxes","query":"fox","notify":"webpush"}"#).status == 204)
        let search = try #require(try library.store.savedSearches().first).id
        let line = #"{"feed":"https://example.org/feed","id":"9","title":"Fox nine"}"#
        _ = try await fixture.post("/v1/ingest", line, type: "application/x-ndjson")
        try library.store.sortAlerts()
        try library.store.addDelivery(of: [4], folded: [], search: search, uid: "u", now: 1)
        let delivery = try #require(try library.store.dueDeliveries(now: 2).first)
        try library.store.finish(delivery, .gone(reason: "no browser is subscribed"), now: 2)
        #expect(try await fixture.post("/v1/push", body(endpoint: "\(site.origin)/1")).status == 201)
        #expect(try library.store.savedSearches().first?.rule?.disabled == nil)
    }

    @Test("Addresses that are not public and malformed keys are refused, and reading alone permits no change")
    func refused() async throws {
        for endpoint in [
            "https://10.0.0.1/x", "https://[::1]/x", "http://push.example.net/x", "nonsense", "https://localhost/x",
        ] {
            #expect(try await fixture.post("/v1/push", body(endpoint: endpoint)).status == 400, "\(endpoint)")
        }
        let wrong = body(endpoint: "https://push.example.net/x").replacing(#""p256dh":"B"#, with: #""p256dh":"A"#)
        #expect(try await fixture.post("/v1/push", wrong).status == 400)
        let read = try await fixture.ask(
            .post, "/v1/push", token: fixture.tokens[.read], body: body(endpoint: "https://push.example.net/x"))
        #expect(read.status == 403)
        #expect(try await browsers().isEmpty)
    }
}
