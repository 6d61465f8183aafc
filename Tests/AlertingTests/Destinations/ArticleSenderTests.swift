import Articles
import FeedFetching
import Foundation
import StorageTestSupport
import Testing

@testable import Alerting

@Suite struct ArticleSenderTests {
    private static let services = DestinationAddress.Kind.allCases.filter(\.isService).map(\.rawValue)
    private static let hostile =
        "tea \"b\\c'</b>\r\nX-Evil: yes\r\n\r\n&url=https://evil.example\", \"url\": \"https://evil\"}\u{2028}\u{202E}--- 茶"

    private func outbox(_ server: DestinationServer, _ kind: String) throws -> (outbox: Outbox, id: Int64) {
        let outbox = try Outbox()
        let (address, secret) = server.destination(kind)
        outbox.environment.secrets = SecretReader(environment: { _ in secret })
        outbox.environment.backOff.first = 1
        #expect(
            try outbox.store.addDestination(name: "mine", address: address, secret: "env:SECRET", now: outbox.clock.now)
        )
        return (outbox, try #require(outbox.store.destinations().first).id)
    }

    private func sendings(_ outbox: Outbox) throws -> [Sending] {
        try outbox.store.sendings(state: nil, destination: nil, limit: 100).sorted { $0.article < $1.article }
    }

    @Test(
        "A request has the form that the service documents, whatever the title, and the article's own tags",
        arguments: services)
    func form(kind: String) throws {
        let server = try DestinationServer()
        let (outbox, id) = try outbox(server, kind)
        try outbox.insert([("1?a=b&c=茶", Self.hostile, "text")])
        try outbox.store.change(.tags(add: ["later, or never", "茶"], remove: []), of: [1])
        #expect(try outbox.store.queueSendings(of: [1], to: id, now: outbox.clock.now) == 1)
        let report = try outbox.deliver()
        #expect(report.failures == [] && report.delivered == 1)
        #expect(try outbox.deliver().delivered == 0)
        let requests = try server.requests()
        #expect(requests.compactMap(\.why) == [])
        let save = try #require(server.saves().last)
        #expect(try server.saves().count == 1)
        let sending = try #require(try sendings(outbox).first)
        #expect(save.id == sending.uid && sending.state == .delivered && sending.finished == outbox.clock.now)
        let fields: [String: String]
        if kind == "instapaper" {
            let items = URLComponents(string: "?" + save.body.replacing("+", with: "%2B"))?.queryItems ?? []
            fields = Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
        } else {
            let json = try JSONSerialization.jsonObject(with: Data(save.body.utf8)) as? [String: Any]
            fields = (json ?? [:]).compactMapValues { $0 as? String }
            if kind == "readeck" { #expect(json?["labels"] as? [String] == ["later, or never", "茶"]) }
            if kind == "linkding" { #expect(json?["tag_names"] as? [String] == ["later, or never", "茶"]) }
            if kind == "wallabag" { #expect(json?["tags"] as? String == "later  or never,茶") }
            if kind == "karakeep" { #expect(requests.contains { $0.path.hasSuffix("/tags") && $0.body.contains("茶") }) }
        }
        #expect(fields["url"]?.hasPrefix("https://example.org/1?a=b&c=") == true)
        #expect(fields["title"]?.hasPrefix("tea \"b\\c'</b> X-Evil: yes &url=https://evil.example") == true)
    }

    @Test("After 429 nothing is sent before the service permits it, and the article keeps its id", arguments: services)
    func limited(kind: String) throws {
        let server = try DestinationServer()
        let (outbox, id) = try outbox(server, kind)
        try server.answer([429])
        try outbox.insert([("1", "tea", ""), ("2", "milk", "")])
        try outbox.store.queueSendings(of: [1, 2], to: id, now: outbox.clock.now)
        #expect(try outbox.deliver().failed == 1)
        outbox.clock.pass(60)
        #expect(try outbox.deliver().delivered == 0)
        outbox.clock.pass(1)
        #expect(try outbox.deliver().delivered == 2)
        let saves = try server.saves()
        #expect(saves.map(\.status).first == 429 && saves.count == 3 && Set(saves.compactMap(\.id)).count == 2)
    }

    @Test(
        "After a 5xx the article is sent again; after another 4xx it is given up and the next is sent",
        arguments: services)
    func failing(kind: String) throws {
        let server = try DestinationServer()
        let (outbox, id) = try outbox(server, kind)
        try server.answer([503, 422])
        try outbox.insert([("1", "tea", ""), ("2", "milk", "")])
        try outbox.store.queueSendings(of: [1], to: id, now: outbox.clock.now)
        #expect(try outbox.deliver().failed == 1)
        outbox.clock.pass(3_600)
        try outbox.store.queueSendings(of: [2], to: id, now: outbox.clock.now)
        let report = try outbox.deliver()
        #expect(report.dead == 1 && report.delivered == 1)
        #expect(try sendings(outbox).map(\.state) == [.dead, .delivered])
        #expect(try sendings(outbox).first?.failure?.contains("status 422: planned 422") == true)
        outbox.clock.pass(86_400)
        #expect(try outbox.deliver() == AlertDeliverer.Report())
    }

    @Test("A refused secret stops the destination, keeps what is queued, and is not shown", arguments: services)
    func refused(kind: String) throws {
        let server = try DestinationServer()
        let (outbox, id) = try outbox(server, kind)
        let (_, secret) = server.destination(kind)
        let wrong = secret.replacing("p w:1", with: "wr0ng-passw0rd").replacing("t0ken", with: "wr0ng-passw0rd")
        outbox.environment.secrets = SecretReader(environment: { _ in wrong })
        try outbox.insert([("1", "tea", ""), ("2", "milk", "")])
        try outbox.store.queueSendings(of: [1, 2], to: id, now: outbox.clock.now)
        let report = try outbox.deliver()
        #expect(report.failed == 1 && !report.failures.joined().contains("wr0ng"))
        #expect(try outbox.store.destinations().first?.disabled != nil)
        outbox.clock.pass(86_400)
        #expect(try outbox.deliver() == AlertDeliverer.Report())
        outbox.environment.secrets = SecretReader(environment: { _ in secret })
        #expect(try outbox.store.retrySendings(to: id, now: outbox.clock.now) == 2)
        #expect(try outbox.deliver().delivered == 2)
    }

    @Test("An article that the service has already is no error and keeps what is there", arguments: services)
    func again(kind: String) throws {
        let server = try DestinationServer()
        let (outbox, id) = try outbox(server, kind)
        try outbox.insert([("1", "tea", "")])
        for _ in 0..<2 {
            #expect(try outbox.store.queueSendings(of: [1], to: id, now: outbox.clock.now) == 1)
            #expect(try outbox.store.queueSendings(of: [1], to: id, now: outbox.clock.now) == 0)
            #expect(try outbox.deliver().delivered == 1)
        }
        #expect(try server.requests().compactMap(\.why) == [])
        #expect(try server.saves().count == (kind == "linkding" ? 1 : 2))
    }

    @Test("A test checks address and secret and saves nothing", arguments: services)
    func test(kind: String) throws {
        let server = try DestinationServer()
        let (outbox, _) = try outbox(server, kind)
        let destination = try #require(outbox.store.destinations().first)
        try AlertDeliverer(store: outbox.store, environment: outbox.environment).test(destination)
        #expect(try server.requests().compactMap(\.why) == [] && server.saves().isEmpty)
        outbox.environment.secrets = SecretReader(environment: { _ in
            "username: x\nclient_id: y\nclient_secret: z\npassword: v"
        })
        #expect(throws: AlertFailure.self) {
            try AlertDeliverer(store: outbox.store, environment: outbox.environment).test(destination)
        }
    }

    @Test("wallabag's token is used for an hour, then refreshed, or asked for again by password")
    func tokens() throws {
        let server = try DestinationServer()
        let (outbox, id) = try outbox(server, "wallabag")
        try outbox.insert((1...5).map { ("\($0)", "tea \($0)", "") })
        let deliverer = AlertDeliverer(store: outbox.store, environment: outbox.environment)
        func send(_ article: Int64) throws -> [String] {
            let before = try server.requests().count
            try outbox.store.queueSendings(of: [article], to: id, now: outbox.clock.now)
            #expect(try deliverer.run().delivered == 1)
            return try server.requests().dropFirst(before).map { request in
                request.path.contains("oauth") ? String(request.body.prefix { $0 != "&" }) : "\(request.status)"
            }
        }
        #expect(try send(1) == ["grant_type=password", "200"])
        #expect(try send(2) == ["200"])
        outbox.clock.pass(3_600)
        #expect(try send(3) == ["grant_type=refresh_token", "200"])
        try server.revoke(refresh: false)
        #expect(try send(4) == ["401", "grant_type=refresh_token", "200"])
        try server.revoke(refresh: true)
        #expect(try send(5) == ["401", "grant_type=refresh_token", "grant_type=password", "200"])
    }

    @Test("An address that is not public, and a secret, need a confirmation; until then nothing is sent or lost")
    func unconfirmed() throws {
        let server = try DestinationServer()
        let (outbox, id) = try outbox(server, "linkding")
        outbox.environment.confirmations = .none
        try outbox.insert([("1", "tea", "")])
        try outbox.store.queueSendings(of: [1], to: id, now: outbox.clock.now)
        let deliverer = AlertDeliverer(store: outbox.store, environment: outbox.environment)
        #expect(try deliverer.run().delivered == 0 && deliverer.nextDue() == nil)
        #expect(try server.requests().isEmpty)
        #expect(try sendings(outbox).map(\.attempts) == [0])
        outbox.environment.confirmations = .all
        #expect(try outbox.deliver().delivered == 1)
    }

    @Test("At most 60 articles a minute are sent, and no article is lost")
    func rate() throws {
        let server = try DestinationServer()
        let (outbox, id) = try outbox(server, "readeck")
        try outbox.insert((1...70).map { ("\($0)", "tea \($0)", "") })
        try outbox.store.queueSendings(of: Array(1...70), to: id, now: outbox.clock.now)
        #expect(try outbox.deliver().delivered == 60)
        outbox.clock.pass(61)
        #expect(try outbox.deliver().delivered == 10)
        #expect(Set(try server.saves().map(\.body)).count == 70)
    }

    @Test("Articles that the service refuses count in the limit of 60 a minute")
    func refusedRate() throws {
        let server = try DestinationServer()
        let (outbox, id) = try outbox(server, "readeck")
        try server.answer(Array(repeating: 422, count: 70))
        try outbox.insert((1...70).map { ("\($0)", "tea \($0)", "") })
        try outbox.store.queueSendings(of: Array(1...70), to: id, now: outbox.clock.now)
        #expect(try outbox.deliver().dead == 60)
        outbox.clock.pass(61)
        #expect(try outbox.deliver().dead == 10)
    }

    @Test("Credentials of a request that the service repeats are not stored", arguments: services)
    func repeated(kind: String) throws {
        let server = try DestinationServer()
        let (outbox, id) = try outbox(server, kind)
        try server.answer([422])
        try server.repeatCredentials()
        try outbox.insert([("1", "tea", "")])
        try outbox.store.queueSendings(of: [1], to: id, now: outbox.clock.now)
        #expect(try outbox.deliver().dead == 1)
        #expect(try sendings(outbox).first?.failure == "status 422")
    }

    @Test("Articles without address, and removed ones, are given up with the reason")
    func impossible() throws {
        let server = try DestinationServer()
        let (outbox, id) = try outbox(server, "readeck")
        try outbox.insert([("1", "tea", "")])
        _ = try outbox.store.queueSendings(of: [1, 99], to: id, now: outbox.clock.now)
        #expect(try outbox.deliver().dead == 1)
        #expect(try sendings(outbox).map(\.state) == [.delivered, .dead])
        #expect(try sendings(outbox).last?.failure == "the article was removed")
    }

    @Test(
        "Addresses of destinations are refused with the text",
        arguments: [
            "linkding", "linkding:", "linkding:links.example.org", "pocket:https://x.example", "markdown:notes",
            "markdown:",
            "readeck:https://user:password@x.example", "readeck:https://x.example/?a=b",
            "wallabag:https://x.example/\n",
            "karakeep:ftp://x.example", "instapaper:me",
        ])
    func addresses(text: String) {
        #expect(throws: AlertSettingError.destination(text)) { try DestinationAddress(text) }
    }
}
