import Articles
import FeedFetching
import Formats
import Foundation
import StorageTestSupport
import Testing

@testable import Alerting

/// Notifications in browsers. The tests' push service decrypts each message and verifies its token.
@Suite struct WebPushTests {
    private let server: PushServer
    private let outbox: Outbox
    private let identity: P256Key

    init() throws {
        server = try PushServer()
        outbox = try Outbox()
        identity = try #require(P256Key())
        outbox.environment.fetcher.policy = try AddressPolicy(allowing: ["127.0.0.1"])
        outbox.environment.backOff.first = 1
        try server.set(now: outbox.clock.now)
    }

    /// Subscribes browsers. Their secrets have the form in which a service stores them.
    private func subscribe(_ browsers: [Int]) throws {
        var secrets: [String: String] = [:]
        for browser in browsers {
            let subscription = try server.subscription(browser, identity)
            let name = String(repeating: String(browser), count: 32)
            secrets[name] = subscription.text
            try PushReceiver(
                id: PushReceiver.id(of: subscription.endpoint), label: "browser \(browser)", origin: server.origin,
                secret: "stored:" + name, created: Int64(browser)
            ).store(in: outbox.store)
        }
        let (known, origin) = (secrets, server.origin)
        outbox.environment.secrets.stored = { name, asked in asked.description == origin ? known[name] : nil }
    }

    @Test("Each browser gets an encrypted notification that it can read, with a valid token, whatever the title")
    func delivered() throws {
        try subscribe([0, 1])
        outbox.environment.readerBase = "https://reader.example.org"
        try outbox.save("茶 & \"tea\"/x", "tea", "webpush")
        try outbox.insert([("1", "green tea\r\n\"},\"url\":\"https://evil\u{2028}", "a cup of tea")])
        #expect(try outbox.deliver().delivered == 1)
        #expect(try outbox.deliver().delivered == 0)
        let messages = try server.messages()
        #expect(messages.compactMap(\.why) == [] && messages.map(\.browser).sorted() == [0, 1])
        let content = try #require(messages.first?.message)
        #expect(content.url == "article/1" && content.title == #"green tea "},"url":"https://evil"#)
        #expect(
            content.body.hasPrefix("茶 & \"tea\"/x · https://example.org/feed\n") && content.body.contains("cup of tea"))
        #expect(messages.allSatisfy { $0.contact == "https://reader.example.org" })
        #expect(messages.allSatisfy { $0.key == Base64.encode(identity.publicKey, .url) })
        #expect(content.id == (try outbox.store.deliveries(state: .delivered, search: nil, limit: 1).first?.uid))
        #expect(messages.allSatisfy { $0.topic == content.id.replacing("msg_", with: "") })
    }

    @Test("Many matches are one notification of the search, and long texts fit into it") func many() throws {
        try subscribe([0])
        try outbox.save("tea", "tea", "webpush")
        try outbox.insert((1...30).map { ("\($0)", "tea " + String(repeating: "🍵茶", count: 400) + " \($0)", "") })
        #expect(try outbox.deliver().delivered == 1)
        let message = try #require(try server.messages().first)
        #expect(message.why == nil && message.message?.title == "30 new articles for “tea”")
        #expect(message.message?.url == "saved/tea")
    }

    @Test("A subscription that the push service no longer knows is removed, with its keys", arguments: [404, 410])
    func gone(status: Int) throws {
        try subscribe([0, 1])
        let forgotten = Forgotten()
        outbox.environment.forgetSecret = { forgotten.add($0) }
        try server.answer([status])
        try outbox.save("tea", "tea", "webpush")
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver().delivered == 1)
        #expect(try PushReceiver.all(in: outbox.store).map(\.label) == ["browser 1"])
        #expect(forgotten.all == ["stored:" + String(repeating: "0", count: 32)])
        try outbox.insert([("2", "tea 2", "")])
        #expect(try outbox.deliver().delivered == 1)
        #expect(try server.messages().map(\.browser) == [0, 1, 1])
    }

    @Test("After 429 or 5xx the same notification is sent again later", arguments: [429, 503])
    func repeated(status: Int) throws {
        try subscribe([0])
        try server.answer([status])
        try outbox.save("tea", "tea", "webpush")
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver().failed == 1)
        #expect(try outbox.deliver().delivered == 0)
        outbox.clock.pass(61)
        try server.set(now: outbox.clock.now)
        #expect(try outbox.deliver().delivered == 1)
        let messages = try server.messages()
        #expect(messages.map(\.status) == [status, 201] && Set(messages.compactMap(\.message?.id)).count == 1)
    }

    @Test("Quiet hours are kept") func quiet() throws {
        try subscribe([0])
        outbox.clock.set(86_400 * 19_000 + 23 * 3_600)
        try server.set(now: outbox.clock.now + 9 * 3_600)
        try outbox.save("tea", "tea", "webpush") { $0.quietHours = "22:00-07:00" }
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver().delivered == 0)
        outbox.clock.pass(9 * 3_600)
        #expect(try outbox.deliver().delivered == 1)
        #expect(try server.messages().count == 1)
    }

    @Test("A push service that is not public gets nothing, and the message is not lost") func privateAddress() throws {
        try subscribe([0])
        outbox.environment.fetcher.policy = AddressPolicy()
        try outbox.save("tea", "tea", "webpush")
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver().dead == 1)
        #expect(try server.messages().isEmpty)
        outbox.environment.fetcher.policy = try AddressPolicy(allowing: ["127.0.0.1"])
        #expect(try outbox.store.retryAlerts(of: nil, now: outbox.clock.now) == 1)
        #expect(try outbox.deliver().delivered == 1)
    }

    @Test("Without a browser the search stops, and its matches are kept for the first one") func none() throws {
        try outbox.save("tea", "tea", "webpush")
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver().dead == 1)
        #expect(try outbox.store.savedSearches().first?.rule?.disabled == "no browser is subscribed")
        try subscribe([1])
        #expect(try outbox.store.retryAlerts(of: nil, now: outbox.clock.now) == 1)
        #expect(try outbox.deliver().delivered == 1)
    }

    @Test(
        "A subscription without valid address or keys is refused",
        arguments: [
            ("http://push.example.net/1", nil, nil), ("ftp://push.example.net", nil, nil), ("nonsense", nil, nil),
            ("https://push.example.net/1", "AAAA", nil), ("https://push.example.net/1", nil, "AAAA"),
            ("https://push.example.net/" + String(repeating: "a", count: 2_000), nil, nil),
        ] as [(String, String?, String?)])
    func invalid(endpoint: String, key: String?, secret: String?) throws {
        let valid = try server.subscription(0, identity)
        #expect(
            PushSubscription(
                endpoint: endpoint, publicKey: key ?? Base64.encode(valid.publicKey, .url),
                authentication: secret ?? Base64.encode(valid.authentication, .url), identity: identity) == nil)
        #expect(PushSubscription(valid.text) == valid)
    }
}

private final class Forgotten: @unchecked Sendable {
    // Unchecked `Sendable`: used only on the test's thread.
    private(set) var all: [String] = []
    func add(_ reference: String) { all.append(reference) }
}
