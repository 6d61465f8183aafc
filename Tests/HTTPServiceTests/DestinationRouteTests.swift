import Accounts
import Articles
import FeedFetching
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// The routes for destinations: the kinds that clients can add, and the data that clients get.
@Suite(.fewAtOnce) struct DestinationRouteTests {
    private static let token = "t0ken-of-links"
    private let fixture: ServiceFixture
    private let site = try! WatchedSite.start()

    init() throws {
        var settings = LibrarySettings()
        settings.allowed = "127.0.0.1"
        fixture = try ServiceFixture(settings: settings)
    }

    private func add(_ body: String) async throws -> ServiceFixture.Answer {
        try await fixture.post("/v1/destinations", body)
    }

    private func stored(_ name: String) throws -> Destination? {
        try Library(path: fixture.databasePath, for: .reading).store.destinations().first { $0.name == name }
    }

    @Test("A service is added with an encrypted secret, tested, used, listed and removed")
    func service() async throws {
        let body = #"{"name":"links","address":"readeck:\#(site.origin)/bag","secret":"\#(Self.token)"}"#
        #expect(try await add(body).status == 204)
        #expect(try await add(body).status == 400)
        let reference = try #require(try stored("links")?.secret)
        #expect(reference.hasPrefix("stored:"))
        fixture.accounts.flush()
        for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder) {
            let bytes = try Data(contentsOf: URL(filePath: fixture.folder + "/" + name))
            #expect(bytes.firstRange(of: Data(Self.token.utf8)) == nil, "\(name)")
        }
        let tested = try await fixture.post("/v1/destinations/test", #"{"name":"links"}"#)
        #expect(tested.object["works"] as? Bool == true)
        #expect(site.site.requests.last?.path == ["bag", "api", "profile"])
        for number in 4...5 {
            let line =
                #"{"feed":"https://example.org/b","id":"\#(number)","title":"Heron","url":"https://example.org/\#(number)"}"#
            _ = try await fixture.post("/v1/ingest", line, type: "application/x-ndjson")
        }
        let sent = try await fixture.post("/v1/send", #"{"name":"links","articles":[4,5]}"#)
        #expect(sent.object["queued"] as? Int == 2)
        #expect(try await fixture.post("/v1/send", #"{"name":"links","articles":[5]}"#).object["queued"] as? Int == 0)
        var settings = LibrarySettings()
        settings.allowed = "127.0.0.1"
        settings.secrets.stored = { [accounts = fixture.accounts] name, origin in
            try? accounts.secret(name, for: origin.description)
        }
        let library = try Library(path: fixture.databasePath, for: .changing, settings: settings)
        #expect(try library.alerts.deliverDue { false }.isBusy == false)
        let log = try await fixture.get("/v1/destinations/log?name=links").object["sendings"] as? [[String: Any]]
        #expect(log?.map { $0["state"] as? String } == ["delivered", "delivered"])
        let listed = try await fixture.get("/v1/destinations")
        let first = (listed.object["destinations"] as? [[String: Any]])?.first
        #expect(first?["kind"] as? String == "readeck" && first?["sent"] as? Int == 2)
        #expect(first?["secret"] as? String == "stored" && !listed.text.contains(Self.token))
        let rule = try await fixture.post("/v1/rules", #"{"query":"heron","mark":"send","destination":"links"}"#)
        #expect(rule.status == 201 && rule.object["destination"] as? String == "links")
        let used = try await fixture.ask(.delete, "/v1/destinations/links", token: fixture.tokens[.write])
        #expect(used.status == 400 && used.object["detail"] as? String != nil)
        let number = try #require(rule.object["rule"] as? Int)
        #expect(try await fixture.ask(.delete, "/v1/rules/\(number)", token: fixture.tokens[.write]).status == 204)
        #expect(try await fixture.ask(.delete, "/v1/destinations/links", token: fixture.tokens[.write]).status == 204)
        #expect(try fixture.accounts.secret(String(reference.dropFirst(7)), for: site.origin.description) == nil)
    }

    @Test(
        "A destination that a client may not add is refused, and nothing is stored",
        arguments: [
            #"{"name":"x","address":"markdown:/tmp"}"#,
            #"{"name":"x","address":"readeck:http://10.0.0.1","secret":"a"}"#,
            #"{"name":"x","address":"readeck:https://x.example"}"#, #"{"name":"add","address":"instapaper"}"#,
            #"{"name":"x","address":"wallabag:https://x.example","username":"me","password":"p"}"#,
            #"{"name":"x","address":"instapaper","secret":"a"}"#, #"{"name":"","address":"instapaper"}"#,
            #"{"name":"x\u0000","address":"instapaper","username":"me"}"#, #"{"name":"x"}"#,
            #"{"name":"x","address":"readeck:https://x.example","secret":"two\nlines"}"#,
        ])
    func refused(body: String) async throws {
        #expect(try await add(body).status == 400)
        #expect((try await fixture.get("/v1/destinations").object["destinations"] as? [Any])?.isEmpty == true)
    }

    @Test("A folder of this machine can be used by clients, but its path is not shown and it is not theirs to change")
    func folder() async throws {
        let library = try Library(path: fixture.databasePath, for: .changing)
        let isAdded = try library.store.addDestination(
            name: "notes", address: "markdown:/secret/notes", secret: nil, now: 1)
        #expect(isAdded)
        let listed = try await fixture.get("/v1/destinations")
        #expect(!listed.text.contains("/secret") && listed.text.contains(#""kind":"markdown""#))
        #expect(try await fixture.post("/v1/send", #"{"name":"notes","articles":[1]}"#).object["queued"] as? Int == 1)
        #expect(try await fixture.post("/v1/destinations/test", #"{"name":"notes"}"#).status == 400)
        #expect(try await fixture.ask(.delete, "/v1/destinations/notes", token: fixture.tokens[.write]).status == 400)
    }

    @Test("The number of destinations is limited")
    func most() async throws {
        let library = try Library(path: fixture.databasePath, for: .changing)
        for number in 1...Destinations.maxCount {
            let isAdded = try library.store.addDestination(
                name: "n\(number)", address: "markdown:/n", secret: nil, now: 1)
            #expect(isAdded)
        }
        let refused = try await add(#"{"name":"paper","address":"instapaper","username":"me","password":""}"#)
        #expect(refused.status == 400 && refused.text.contains("at most \(Destinations.maxCount) destinations"))
    }

    @Test("Articles and names that do not exist are refused, and reading alone permits no sending")
    func wrong() async throws {
        #expect(try await add(#"{"name":"paper","address":"instapaper","username":"me","password":""}"#).status == 204)
        #expect(try await fixture.post("/v1/send", #"{"name":"none","articles":[1]}"#).status == 404)
        #expect(try await fixture.post("/v1/send", #"{"name":"paper","articles":[9999]}"#).status == 404)
        #expect(try await fixture.post("/v1/send", #"{"name":"paper","articles":[]}"#).status == 400)
        let read = try await fixture.ask(
            .post, "/v1/send", token: fixture.tokens[.read], body: #"{"name":"paper","articles":[1]}"#)
        #expect(read.status == 403)
        #expect(try await fixture.post("/v1/rules", #"{"query":"x","mark":"send","destination":"none"}"#).status == 404)
        #expect(try await fixture.post("/v1/rules", #"{"query":"x","mark":"send"}"#).status == 400)
        #expect(
            try await fixture.post("/v1/rules", #"{"query":"x","mark":"read","destination":"paper"}"#).status == 400)
    }
}
