import Accounts
import Articles
import FeedLibrary
import Formats
import Foundation
import HTTPServer
import Ingestion
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// Feeds that a hub pushes, with a hub on loopback.
@Suite(.fewAtOnce) struct WebSubTests {
    private let site: (server: HTTPServer, hub: TestHub, origin: String)
    private let fixture: ServiceFixture
    private static let base = "https://93.184.216.34"

    init() throws {
        site = try TestHub.start()
        var settings = LibrarySettings()
        settings.allowed = "127.0.0.1"
        fixture = try ServiceFixture(settings: settings)
        fixture.service.setReach(hostNames: ["93.184.216.34"], base: BaseURL(Self.base))
        try subscribe(site.origin + "/feed")
    }

    private func subscribe(_ url: String) throws {
        let list = fixture.folder + "/list.opml"
        try Data(#"<opml version="2.0"><body><outline xmlUrl="\#(url)"/></body></opml>"#.utf8)
            .write(to: URL(filePath: list))
        _ = try Library(path: fixture.databasePath, for: .changing).lists.importFiles([list])
    }

    private var titles: [String] {
        get throws {
            let library = try Library(path: fixture.databasePath, for: .reading)
            return try library.articles.select(["pushed"]).numbers.compactMap { try library.store.article($0)?.title }
                .sorted()
        }
    }

    /// Refreshes all feeds, and waits for what the hub is then asked for.
    private func refresh() async throws -> [String: String] {
        let before = site.hub.requests.count
        _ = try await fixture.post("/v1/refresh", "{}")
        #expect(try await eventually { site.hub.requests.count > before })
        return site.hub.requests.last ?? [:]
    }

    private func eventually(_ condition: () throws -> Bool) async throws -> Bool {
        for _ in 0..<6_000 {
            if try condition() { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    /// The path of the callback that the hub was told.
    private func path(_ request: [String: String]) throws -> String {
        let callback = try #require(request["hub.callback"])
        #expect(callback.hasPrefix(Self.base + "/hub/"))
        return String(callback.dropFirst(Self.base.count))
    }

    private func ask(_ path: String, _ mode: String, topic: String, lease: Int? = nil) async throws -> String? {
        let query = FormEncoding.encode(
            [("hub.mode", mode), ("hub.topic", topic), ("hub.challenge", "a challenge")]
                + (lease.map { [("hub.lease_seconds", String($0))] } ?? []))
        let answer = try await fixture.ask(.get, path + "?" + query)
        return answer.status == 200 ? answer.text : nil
    }

    private func push(
        _ path: String, _ body: String, signedWith secret: String?, _ hash: HMAC.Hash = .sha256
    ) async throws -> Int {
        var headers: HTTPHeaders = [:]
        if let secret {
            let code = try #require(HMAC.authenticate(Array(body.utf8), key: Array(secret.utf8), hash))
            headers.add("X-Hub-Signature", "\(hash.rawValue)=\(Hexadecimal.encode(code))")
        }
        return try await fixture.ask(.post, path, headers: headers, body: body, type: "application/rss+xml").status
    }

    @Test("A feed with a hub is subscribed to, confirmed, and what the hub signs is stored at once")
    func pushes() async throws {
        let request = try await refresh()
        let topic = site.origin + "/topic"
        #expect(request["hub.mode"] == "subscribe" && request["hub.topic"] == topic)
        let (path, secret) = (try path(request), try #require(request["hub.secret"]))
        #expect(secret.utf8.count == 64 && request["hub.lease_seconds"] == "864000")
        #expect(try await ask(path, "subscribe", topic: "https://other.example/") == nil)
        #expect(try await ask("/hub/" + String(repeating: "0", count: 32), "subscribe", topic: topic) == nil)
        #expect(try await ask(path, "subscribe", topic: topic, lease: 864_000) == "a challenge")
        let known = try fixture.accounts.hubSubscriptions()
        #expect(known.map(\.state) == [.active])
        for (number, hash) in HMAC.Hash.allCases.enumerated() {
            let feed = LocalSite.feed(["Heron \(number), pushed"])
                .replacing("https://example.org/0", with: "https://example.org/\(number)")
            #expect(try await push(path, feed, signedWith: secret, hash) == 204)
        }
        #expect(try titles == (0..<4).map { "Heron \($0), pushed" })
        // The document of the feed knows nothing of them, and takes none away.
        _ = try await fixture.post("/v1/refresh", "{}")
        #expect(try await eventually { fixture.service.home.jobs.all.allSatisfy { $0.state == .done } })
        #expect(try titles.count == 4)
        #expect(try await push(path, "nothing that is a feed", signedWith: secret) == 204)
        let metrics = try await fixture.get("/metrics").text
        #expect(metrics.contains(#"feedsearch_pushes_total{outcome="stored"} 4"#))
        await site.server.stop()
    }

    @Test("A push that is not signed, or wrongly, stores nothing; it makes the feed due, and is answered all the same")
    func forgeries() async throws {
        let request = try await refresh()
        let (path, secret) = (try path(request), try #require(request["hub.secret"]))
        _ = try await ask(path, "subscribe", topic: site.origin + "/topic")
        let library = try Library(path: fixture.databasePath, for: .changing)
        let feed = try #require(try library.store.feed(named: site.origin + "/feed")?.id)
        #expect(try library.store.fetchState(of: feed).nextFetch > 0)
        let forged = LocalSite.feed(["Forged, pushed"])
        for wrong in [nil, "x", String(secret.dropLast()) + "!"] {
            #expect(try await push(path, forged, signedWith: wrong) == 204)
        }
        for field in ["sha256=", "md5=00", "sha256", "sha1=zz", "sha256=" + String(repeating: "0", count: 64)] {
            let answer = try await fixture.ask(.post, path, headers: ["X-Hub-Signature": field], body: forged)
            #expect(answer.status == 204)
        }
        #expect(try titles.isEmpty)
        #expect(try library.store.fetchState(of: feed).nextFetch == 0)
        #expect(try await push("/hub/" + String(repeating: "0", count: 32), forged, signedWith: secret) == 410)
        await site.server.stop()
    }

    @Test("A feed that is no longer subscribed to is left, once the hub has asked")
    func leaving() async throws {
        let request = try await refresh()
        let path = try path(request)
        let topic = site.origin + "/topic"
        #expect(try await ask(path, "unsubscribe", topic: topic) == nil)
        #expect(try await ask(path, "subscribe", topic: topic) == "a challenge")
        _ = try Library(path: fixture.databasePath, for: .changing).subscriptions.unsubscribe(site.origin + "/feed")
        fixture.service.home.hubs.lookNow()
        let leave = try #require(site.hub.requests.last)
        #expect(leave["hub.mode"] == "unsubscribe" && leave["hub.callback"] == request["hub.callback"])
        #expect(leave["hub.secret"] == nil)
        let late = try await push(path, LocalSite.feed(["Late, pushed"]), signedWith: request["hub.secret"])
        #expect(late == 410)
        #expect(try titles.isEmpty)
        #expect(try await ask(path, "subscribe", topic: topic) == nil)
        #expect(try await ask(path, "unsubscribe", topic: topic) == "a challenge")
        #expect(try fixture.accounts.hubSubscriptions().isEmpty)
        await site.server.stop()
    }

    @Test("Nothing is asked for without a public https address, and no hub on a private network that is not allowed")
    func privateAddresses() async throws {
        for base in [nil, "http://93.184.216.34", "https://192.168.1.4", "https://localhost"] {
            fixture.service.setReach(hostNames: [], base: base.flatMap { BaseURL($0) })
            _ = try await fixture.post("/v1/refresh", "{}")
            #expect(try await eventually { fixture.service.home.jobs.all.allSatisfy { $0.state == .done } })
            fixture.service.home.hubs.lookNow()
            #expect(try fixture.accounts.hubSubscriptions().isEmpty, "\(base ?? "none")")
        }
        let other = try ServiceFixture()
        let subscriber = HubSubscriber(
            accounts: other.accounts, clock: .system, settings: LibrarySettings(),
            open: { [path = other.databasePath] in try Library(path: path, for: .reading) },
            base: { BaseURL(Self.base) })
        subscriber.note([.init(feed: 1, url: "https://example.org/feed", hub: site.origin + "/hub", topic: "t")])
        subscriber.lookNow()
        #expect(site.hub.requests.isEmpty)
        await site.server.stop()
    }

    @Test("What another service has changed while a hub is asked is kept")
    func otherService() async throws {
        var settings = LibrarySettings()
        settings.allowed = "127.0.0.1"
        let path = fixture.databasePath
        let subscriber = HubSubscriber(
            accounts: fixture.accounts, clock: SystemClock(now: { 1_790_000_000 }, monotonicSeconds: { 0 }),
            settings: settings, open: { try Library(path: path, for: .reading) }, base: { BaseURL(Self.base) })
        let url = site.origin + "/feed"
        // Meanwhile, the other service cancels the subscription.
        site.hub.onRequest.withLock { body in
            body = { [accounts = fixture.accounts] in
                guard let id = try? accounts.hubSubscriptions().first?.id else { return }
                _ = try? accounts.changeHubSubscription(id) { subscription in
                    subscription.state = .leaving
                    subscription.due = 0
                }
            }
        }
        subscriber.note([.init(feed: 1, url: url, hub: site.origin + "/hub", topic: url)])
        subscriber.lookNow()
        subscriber.lookNow()
        // The hub has the subscription, so the service must unsubscribe.
        #expect(site.hub.requests.prefix(2).map { $0["hub.mode"] } == ["subscribe", "unsubscribe"])
        let after = try #require(try fixture.accounts.hubSubscriptions().first)
        #expect(after.state == .leaving)
        // If a hub denies the request before it responds, the service does not repeat the request for a day.
        site.hub.onRequest.withLock { $0 = {} }
        try fixture.accounts.removeHubSubscription(after.id)
        site.hub.onRequest.withLock { body in
            body = { [accounts = fixture.accounts] in
                guard let id = try? accounts.hubSubscriptions().first?.id else { return }
                _ = try? subscriber.confirm(id, topic: url, .denied)
            }
        }
        subscriber.note([.init(feed: 1, url: url, hub: site.origin + "/hub", topic: url)])
        subscriber.lookNow()
        let denied = try #require(try fixture.accounts.hubSubscriptions().first)
        #expect(denied.due == 1_790_000_000 + 86_400 && denied.failures == 1)
        await site.server.stop()
    }

    @Test("A lease is renewed before it ends, a hub that fails is asked again later and later, a new address is told")
    func renewal() async throws {
        let now = Locked<Int64>(1_790_000_000)
        let base = Locked(Self.base)
        var settings = LibrarySettings()
        settings.allowed = "127.0.0.1"
        let path = fixture.databasePath
        let subscriber = HubSubscriber(
            accounts: fixture.accounts, clock: SystemClock(now: { now.withLock { $0 } }, monotonicSeconds: { 0 }),
            settings: settings, open: { try Library(path: path, for: .reading) },
            base: { BaseURL(base.withLock { $0 }) })
        let url = site.origin + "/feed"
        site.hub.status.withLock { $0 = 503 }
        subscriber.note([.init(feed: 1, url: url, hub: site.origin + "/hub", topic: url)])
        subscriber.lookNow()
        #expect(site.hub.requests.count == 1)
        // 60 s, 120 s, 240 s after the failures.
        for (wait, count) in [(30, 1), (31, 2), (100, 2), (30, 3), (200, 3), (50, 4)] {
            now.withLock { $0 += Int64(wait) }
            subscriber.lookNow()
            #expect(site.hub.requests.count == count, "\(wait)")
        }
        site.hub.status.withLock { $0 = 202 }
        now.withLock { $0 += 3_600 }
        subscriber.lookNow()
        let id = try #require(try fixture.accounts.hubSubscriptions().first?.id)
        #expect(try subscriber.confirm(id, topic: url, .subscribe(leaseSeconds: 8_000)))
        let before = site.hub.requests.count
        for (wait, count) in [(6_900, 0), (200, 1)] {
            now.withLock { $0 += Int64(wait) }
            subscriber.lookNow()
            #expect(site.hub.requests.count == before + count, "\(wait)")
        }
        #expect(try subscriber.confirm(id, topic: url, .subscribe(leaseSeconds: nil)))
        base.withLock { $0 = "https://93.184.216.35/feeds" }
        subscriber.lookNow()
        #expect(site.hub.requests.last?["hub.callback"] == "https://93.184.216.35/feeds/hub/" + id)
        // Another hub: the old one is left.
        subscriber.note([.init(feed: 1, url: url, hub: site.origin + "/hub2", topic: url)])
        subscriber.lookNow()
        #expect(Set(site.hub.requests.suffix(2).compactMap { $0["hub.mode"] }) == ["subscribe", "unsubscribe"])
        await site.server.stop()
    }
}

/// A feed that names a hub, and the hub, which keeps what it is asked.
private final class TestHub: HTTPResponder {
    private let received = Locked<[[String: String]]>([])
    let status = Locked(202)
    /// Called before the response to a request is sent.
    let onRequest = Locked<@Sendable () -> Void>({})
    private let origin = Locked("")

    var requests: [[String: String]] { received.withLock { $0 } }

    static func start() throws -> (server: HTTPServer, hub: TestHub, origin: String) {
        let hub = TestHub()
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(listeners: [.tcp(host: "127.0.0.1", port: 0)]), responder: hub)
        let origin = "http://\(try server.start()[0])"
        hub.origin.withLock { $0 = origin }
        return (server, hub, origin)
    }

    func limits(for head: HTTPRequestHead) -> HTTPBodyLimits { HTTPBodyLimits(maxBodyBytes: 1 << 16) }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard request.method == .post else {
            var response = HTTPResponse(type: "application/rss+xml", LocalSite.feed(["Stork one", "Stork two"]))
            // A relative hub; the header comes before the document.
            response.headers.add("Link", #"</hub>; rel="hub other", <\#(origin.withLock { $0 })/topic>; rel=self"#)
            return response
        }
        let body = (try? await request.body.collect(upTo: 1 << 16)) ?? []
        let items = FormDecoding.items(body).map { ($0.name, $0.value) }
        received.withLock { $0.append(Dictionary(items, uniquingKeysWith: { $1 })) }
        onRequest.withLock { $0 }()
        return HTTPResponse(status: HTTPStatus(integerLiteral: status.withLock { $0 }))
    }

    func failure(_ error: HTTPError, acceptLanguage: String, requestID: String) -> HTTPResponse {
        HTTPResponse(status: error.status)
    }
}
