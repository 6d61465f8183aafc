import Accounts
import Articles
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// Rules, saved searches and alerts over HTTP, and what is not set there.
@Suite(.fewAtOnce) struct RuleAndAlertTests {
    private func patch(_ fixture: ServiceFixture, _ target: String, _ body: String) async throws -> Int {
        try await fixture.ask(.patch, target, token: fixture.tokens[.write], body: body).status
    }

    private func saved(_ fixture: ServiceFixture) async throws -> [String: Any] {
        let list = try await fixture.get("/v1/saved").object["saved"] as? [[String: Any]]
        return list?.first ?? [:]
    }

    /// What stands in the database, with what clients are not shown.
    private func channel(_ fixture: ServiceFixture, of name: String) throws -> String? {
        try Library(path: fixture.databasePath, for: .reading).savedSearches.named(name)?.rule?.channel
    }

    @Test("A rule is made once, tried, listed, carried out and removed")
    func rules() async throws {
        let fixture = try ServiceFixture()
        let trial = try await fixture.post("/v1/rules", #"{"query":"fox","mark":"star","dry_run":true,"days":3650}"#)
        #expect(trial.status == 200 && (trial.object["would"] as? [Int])?.sorted() == [1, 2])
        #expect((try await fixture.get("/v1/rules").object["rules"] as? [Any])?.isEmpty == true)
        let body = #"{"query":"heron","mark":"tag","tag":"birds"}"#
        let made = try await fixture.post("/v1/rules", body)
        let number = try #require(made.object["rule"] as? Int)
        #expect(made.status == 201 && made.object["tag"] as? String == "birds")
        let again = try await fixture.post("/v1/rules", body)
        #expect(again.status == 200 && again.object["rule"] as? Int == number)
        let line = #"{"feed":"https://example.org/b","id":"1","title":"Heron"}"#
        _ = try await fixture.post("/v1/ingest", line, type: "application/x-ndjson")
        #expect(try await fixture.get("/v1/articles/4").object["tags"] as? [String] == ["birds"])
        let listed = try await fixture.get("/v1/rules").object["rules"] as? [[String: Any]]
        #expect(listed?.count == 1 && listed?.first?["works"] as? Bool == true)
        let target = "/v1/rules/\(number)"
        #expect(try await fixture.ask(.delete, target, token: fixture.tokens[.write]).status == 204)
        #expect(try await fixture.ask(.delete, target, token: fixture.tokens[.write]).status == 404)
    }

    @Test("A rule is changed in place; what is left out stays, and a repeated request changes nothing")
    func editRule() async throws {
        let fixture = try ServiceFixture()
        let made = try await fixture.post("/v1/rules", #"{"query":"heron","mark":"tag","tag":"birds"}"#)
        let target = "/v1/rules/\(try #require(made.object["rule"] as? Int))"
        func edit(_ body: String) async throws -> ServiceFixture.Answer {
            try await fixture.ask(.patch, target, token: fixture.tokens[.write], body: body)
        }
        let trial = try await edit(#"{"query":"fox","dry_run":true,"days":3650}"#)
        #expect(trial.status == 200 && (trial.object["would"] as? [Int])?.sorted() == [1, 2])
        let kept = try await fixture.get("/v1/rules").object["rules"] as? [[String: Any]]
        #expect(kept?.first?["query"] as? String == "heron")
        for _ in 0..<2 {
            let changed = try await edit(#"{"query":"stork"}"#)
            #expect(changed.status == 200 && changed.object["rule"] as? Int == made.object["rule"] as? Int)
            #expect(changed.object["query"] as? String == "stork" && changed.object["tag"] as? String == "birds")
            #expect(changed.object["works"] as? Bool == true)
        }
        #expect(try await edit(#"{"mark":"star"}"#).object["mark"] as? String == "star")
        for wrong in [
            #"{"mark":"run"}"#, #"{"tag":"x"}"#, #"{"mark":"read","tag":"x"}"#, #"{"query":""}"#,
            #"{"query":"\"open"}"#,
            #"{"query":"fox","days":0}"#, #"{"command":"rm"}"#,
        ] {
            #expect(try await edit(wrong).status == 400, "\(wrong)")
        }
        let line = #"{"feed":"https://example.org/b","id":"1","title":"Stork"}"#
        _ = try await fixture.post("/v1/ingest", line, type: "application/x-ndjson")
        let article = try await fixture.get("/v1/articles/4").object
        #expect(article["starred"] as? Bool == true && (article["tags"] as? [String] ?? []).isEmpty)
        let rules = try await fixture.get("/v1/rules").object["rules"] as? [[String: Any]]
        #expect(rules?.count == 1 && rules?.first?["query"] as? String == "stork")
        #expect(try await patch(fixture, "/v1/rules/99", #"{"mark":"read"}"#) == 404)
        let read = try await fixture.ask(.patch, target, token: fixture.tokens[.read], body: #"{"mark":"read"}"#)
        #expect(read.status == 403)
    }

    @Test(
        "A rule that cannot be read is refused",
        arguments: [
            #"{}"#, #"{"query":"fox"}"#, #"{"query":"fox","mark":"run"}"#, #"{"query":"fox","mark":"tag"}"#,
            #"{"query":"fox","mark":"read","tag":"x"}"#, #"{"query":"\"open","mark":"read"}"#,
            #"{"query":"\"open","mark":"read","dry_run":true}"#, #"{"query":5,"mark":"read"}"#,
            #"{"query":"","mark":"read"}"#, #"{"query":"fox","mark":"read","command":"rm"}"#,
            #"{"query":"fox","mark":"read","dry_run":true,"days":0}"#, #"[]"#, #"{"query":"fox","mark":"#,
        ])
    func wrongRule(body: String) async throws {
        let fixture = try ServiceFixture()
        #expect(try await fixture.post("/v1/rules", body).status == 400)
        #expect((try await fixture.get("/v1/rules").object["rules"] as? [Any])?.isEmpty == true)
    }

    @Test("A saved search is changed part by part; its channel's address is not shown")
    func savedSearches() async throws {
        let fixture = try ServiceFixture()
        let body = #"{"name":"foxes","query":"fox","notify":"webhook:https://example.org/SECRET","digest":"1h"}"#
        for _ in 0..<2 { #expect(try await fixture.post("/v1/saved", body).status == 204) }
        var shown = try await saved(fixture)
        #expect(shown["notify"] as? String == "webhook" && shown["digest"] as? String == "1h")
        #expect(try await patch(fixture, "/v1/saved/foxes", #"{"query":"owl","comment":"birds"}"#) == 204)
        shown = try await saved(fixture)
        #expect(shown["query"] as? String == "owl" && shown["comment"] as? String == "birds")
        #expect(try channel(fixture, of: "foxes") == "webhook:https://example.org/SECRET")
        let alerts = try await fixture.get("/v1/alerts")
        #expect(!String(decoding: alerts.bytes, as: UTF8.self).contains("SECRET"))
        #expect(try await patch(fixture, "/v1/saved/foxes", #"{"notify":"none"}"#) == 204)
        #expect(try channel(fixture, of: "foxes") == nil)
        #expect(try await patch(fixture, "/v1/saved/none", #"{"query":"owl"}"#) == 404)
        #expect(try await patch(fixture, "/v1/saved/foxes", #"{"query":"\"open"}"#) == 400)
        #expect(try await patch(fixture, "/v1/saved/foxes", #"{"digest":"1h"}"#) == 400)
    }

    @Test(
        "Programs, files, private networks and nonsense are no channels of clients",
        arguments: [
            "command:touch /tmp/x", #"command:[\"touch\",\"/tmp/x\"]"#, "feed:/tmp/x.atom", "terminal", "webhook:",
            "webhook:http://127.0.0.1/x", "webhook:http://[::1]/x", "webhook:http://169.254.169.254/latest",
            "webhook:http://localhost/x", "webhook:http://router/x", "webhook:http://10.0.0.1:8080/x",
            "webhook:http://2130706433/x", "webhook:file:///etc/passwd", "ntfy:http://192.168.1.2/topic",
            "carrier:pigeon",
            "webhook:https://example.org:22/x",
        ])
    func forbiddenChannels(channel: String) async throws {
        let fixture = try ServiceFixture()
        let body = #"{"name":"foxes","query":"fox","notify":"\#(channel)"}"#
        #expect(try await fixture.post("/v1/saved", body).status == 400)
        #expect((try await fixture.get("/v1/saved").object["saved"] as? [Any])?.isEmpty == true)
        #expect(try await fixture.post("/v1/saved", #"{"name":"foxes","query":"fox"}"#).status == 204)
        #expect(try await patch(fixture, "/v1/saved/foxes", #"{"notify":"\#(channel)"}"#) == 400)
        #expect(try self.channel(fixture, of: "foxes") == nil)
    }

    @Test(
        "Secrets, headers, cookies, proxies, allowances and paths are no members",
        arguments: ["secret", "signature", "headers", "cookies", "auth", "proxy", "allow", "path", "command", "from"])
    func forbiddenMembers(name: String) async throws {
        let fixture = try ServiceFixture()
        let value = #""\#(name)":"env:HOME""#
        #expect(try await fixture.post("/v1/saved", #"{"name":"foxes","query":"fox",\#(value)}"#).status == 400)
        #expect((try await fixture.get("/v1/saved").object["saved"] as? [Any])?.isEmpty == true)
        #expect(try await fixture.post("/v1/saved", #"{"name":"foxes","query":"fox"}"#).status == 204)
        #expect(try await patch(fixture, "/v1/saved/foxes", #"{"query":"owl",\(value)}"#) == 400)
        #expect(try await saved(fixture)["query"] as? String == "fox")
    }

    @Test("What this machine's user has set to run or write is neither tested nor retried by clients, and not shown")
    func ownChannels() async throws {
        let fixture = try ServiceFixture()
        let mark = fixture.folder + "/mark"
        let library = try Library(path: fixture.databasePath, for: .changing)
        var rule = AlertOptions()
        rule.notify = "command:touch \(mark)"
        try library.store.save(
            search: "foxes", query: "fox", comment: nil, rule: rule.rule(over: nil), now: library.clock.now())
        for route in ["test", "retry"] {
            #expect(try await fixture.post("/v1/alerts/\(route)", #"{"name":"foxes"}"#).status == 400)
            #expect(try await fixture.post("/v1/alerts/\(route)", #"{"name":"none"}"#).status == 404)
            #expect(try await fixture.post("/v1/alerts/\(route)", "{}").status == 400)
        }
        #expect(!FileManager.default.fileExists(atPath: mark))
        for target in ["/v1/saved", "/v1/alerts"] {
            let answer = String(decoding: try await fixture.get(target).bytes, as: UTF8.self)
            #expect(answer.contains(#""notify":"command""#) && !answer.contains("touch"))
        }
    }

    @Test(
        "On which articles and when a program runs or a file is written is for clients; which one stays as it was set here",
        arguments: ["command:touch /tmp/x", "feed:/tmp/x.atom"])
    func ownChannelsOfOtherQueries(channel: String) async throws {
        let fixture = try ServiceFixture()
        let library = try Library(path: fixture.databasePath, for: .changing)
        var rule = AlertOptions()
        rule.notify = channel
        rule.digest = "1h"
        try library.store.save(
            search: "foxes", query: "fox", comment: nil, rule: rule.rule(over: nil), now: library.clock.now())
        let change = #"{"query":"owl","digest":"2h","quiet_hours":"22:00-07:00"}"#
        #expect(try await patch(fixture, "/v1/saved/foxes", change) == 204)
        var shown = try await saved(fixture)
        #expect(shown["query"] as? String == "owl" && shown["digest"] as? String == "2h")
        #expect(try self.channel(fixture, of: "foxes") == channel)
        // Saving it under its name again is a change of the query, too.
        #expect(try await fixture.post("/v1/saved", #"{"name":"foxes","query":"heron"}"#).status == 204)
        shown = try await saved(fixture)
        #expect(shown["query"] as? String == "heron" && shown["digest"] as? String == "2h")
        #expect(try self.channel(fixture, of: "foxes") == channel)
        #expect(try await patch(fixture, "/v1/saved/foxes", #"{"notify":"\#(channel)2"}"#) == 400)
        #expect(try self.channel(fixture, of: "foxes") == channel)
        #expect(try await patch(fixture, "/v1/saved/foxes", #"{"notify":"none"}"#) == 204)
        #expect(try self.channel(fixture, of: "foxes") == nil)
        #expect(try await patch(fixture, "/v1/saved/foxes", #"{"notify":"\#(channel)"}"#) == 400)
    }

    @Test("Deliveries are listed by state, tests say why they fail")
    func deliveries() async throws {
        let fixture = try ServiceFixture()
        // Nobody answers under .invalid (RFC 2606).
        let body = #"{"name":"foxes","query":"fox","notify":"webhook:https://hook.invalid/x"}"#
        #expect(try await fixture.post("/v1/saved", body).status == 204)
        let log = try await fixture.get("/v1/alerts/log?state=waiting&name=foxes&limit=5")
        #expect(log.status == 200 && log.object["deliveries"] is [Any])
        for wrong in ["state=lost", "limit=0", "limit=x"] {
            #expect(try await fixture.get("/v1/alerts/log?" + wrong).status == 400)
        }
        #expect(try await fixture.get("/v1/alerts/log?name=none").status == 404)
        let retried = try await fixture.post("/v1/alerts/retry", #"{"name":"foxes"}"#)
        #expect(retried.object["retried"] as? Int == 0)
        let test = try await fixture.post("/v1/alerts/test", #"{"name":"foxes"}"#)
        #expect(test.object["delivered"] as? Bool == false && test.object["failure"] is String)
    }
}
