import Accounts
import FeedLibrary
import Formats
import Foundation
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

/// What the routes answer.
@Suite(.fewAtOnce) struct RouteTests {
    @Test("GET and POST give the answer of the command")
    func search() async throws {
        let fixture = try ServiceFixture()
        let get = try await fixture.get("/v1/search?q=fox&limit=1&match=all")
        #expect(get.status == 200 && get.headers["Content-Type"] == "application/json")
        let post = try await fixture.post("/v1/search", #"{"query":"fox","limit":1,"match":"all"}"#)
        for answer in [get, post] {
            #expect(answer.object["total"] as? Int == 2)
            #expect((answer.object["hits"] as? [[String: Any]])?.count == 1)
        }
        let chinese = try await fixture.get("/v1/search?q=%E6%90%9C%E7%B4%A2&only=ids")
        #expect(chinese.object["total"] as? Int == 3)
    }

    @Test("A mistake in a query is a problem with its place and a hint, in the client's language")
    func mistake() async throws {
        let fixture = try ServiceFixture()
        let answer = try await fixture.get("/v1/search?q=a%20%22b")
        #expect(answer.status == 400 && answer.headers["Content-Type"] == "application/problem+json")
        #expect(answer.object["at"] as? Int == 2 && answer.object["hint"] is String)
        #expect(answer.object["request_id"] as? String == answer.headers["X-Request-Id"])
        let chinese = try await fixture.ask(
            .get, "/v1/search?q=a%20%22b", token: fixture.tokens[.read], headers: ["Accept-Language": "zh-CN,zh;q=0.9"])
        #expect(chinese.object["detail"] as? String != answer.object["detail"] as? String)
        #expect(try await fixture.get("/v1/search?q=a&colour=red").status == 400)
        #expect(try await fixture.get("/v1/search?q=a&limit=none").status == 400)
        #expect(try await fixture.get("/v1/search?q=in&in=nowhere").status == 400)
        #expect(try await fixture.post("/v1/search", "{").status == 400)
    }

    @Test("Articles are shown, listed page by page without repeats, and compared")
    func articles() async throws {
        let fixture = try ServiceFixture()
        #expect(try await fixture.get("/v1/articles/1").object["title"] as? String == "Fox 1")
        #expect(try await fixture.get("/v1/articles/99").status == 404)
        #expect(try await fixture.get("/v1/articles/none").status == 404)
        #expect(try await fixture.get("/v1/articles/1/similar").object["hits"] is [Any])
        var seen: [Int] = []
        var after: String?
        repeat {
            let page = try await fixture.get("/v1/articles?limit=2" + (after.map { "&after=\($0)" } ?? "")).object
            seen += (page["articles"] as? [[String: Any]] ?? []).compactMap { $0["n"] as? Int }
            after = page["after"] as? String
        } while after != nil
        #expect(seen == [3, 2, 1])
    }

    @Test("Articles are put into the bin, and come back by the action that the answer names")
    func removals() async throws {
        let fixture = try ServiceFixture()
        let trial = try await fixture.post("/v1/state", #"{"query":"fox","deleted":true,"dry_run":true}"#).object
        #expect(trial["articles"] as? Int == 2 && trial["changed"] as? Int == 0 && trial["action"] == nil)
        let first = try await fixture.post("/v1/state", #"{"articles":[1],"deleted":true}"#).object
        let second = try await fixture.post("/v1/state", #"{"query":"owl","deleted":true}"#).object
        #expect(first["changed"] as? Int == 1 && second["changed"] as? Int == 1)
        let action = try #require(first["action"] as? Int)
        let again = try await fixture.post("/v1/state", #"{"articles":[1],"deleted":true}"#).object
        #expect(again["changed"] as? Int == 0 && again["action"] == nil)
        #expect(try await fixture.get("/v1/articles/1").status == 404)
        let bin = try await fixture.post("/v1/undo", #"{"dry_run":true}"#).object["actions"] as? [[String: Any]]
        #expect(bin?.map { $0["action"] as? Int } == [second["action"] as? Int, action])
        let body = #"{"action":\#(action)}"#
        #expect(try await fixture.post("/v1/undo", body).object["restored"] as? [Int] == [1])
        #expect(try await fixture.post("/v1/undo", body).status == 404)
        #expect(try await fixture.post("/v1/undo", "").object["restored"] as? [Int] == [3])
        #expect(try await fixture.get("/v1/articles/1").status == 200)
        for wrong in [#"{"articles":[1],"deleted":false}"#, #"{"articles":[1],"deleted":true,"read":true}"#] {
            #expect(try await fixture.post("/v1/state", wrong).status == 400)
        }
        #expect(try await fixture.post("/v1/undo", #"{"action":0}"#).status == 400)
    }

    @Test("Marks of several articles are actions; one article after another is marked without filling the log")
    func markActions() async throws {
        let fixture = try ServiceFixture()
        let one = try await fixture.post("/v1/state", #"{"articles":[1],"read":true}"#).object
        #expect(one["changed"] as? Int == 1 && one["action"] == nil)
        let many = try await fixture.post("/v1/state", #"{"query":"fox","starred":true}"#).object
        let action = try #require(many["action"] as? Int)
        let undone = try await fixture.post("/v1/undo", #"{"action":\#(action)}"#).object
        #expect((undone["action"] as? [String: Any])?["kind"] as? String == "starred" && undone["kept"] as? Int == 0)
        #expect(try await fixture.get("/v1/articles/1").object["starred"] as? Bool == false)
        #expect(try await fixture.get("/v1/articles/1").object["read"] as? Bool == true)
    }

    @Test("State is set by number and by query; setting it again changes nothing")
    func state() async throws {
        let fixture = try ServiceFixture()
        #expect(try await fixture.post("/v1/state", #"{"articles":[1,2],"read":true}"#).object["changed"] as? Int == 2)
        #expect(try await fixture.post("/v1/state", #"{"articles":[1,2],"read":true}"#).object["changed"] as? Int == 0)
        let trial = try await fixture.post("/v1/state", #"{"query":"fox","starred":true,"dry_run":true}"#).object
        #expect(trial["articles"] as? Int == 2 && trial["changed"] as? Int == 0)
        #expect(try await fixture.post("/v1/state", #"{"query":"fox","starred":true}"#).object["changed"] as? Int == 2)
        #expect(try await fixture.get("/v1/articles/1").object["starred"] as? Bool == true)
        for wrong in ["{}", #"{"articles":[1]}"#, #"{"articles":[1],"query":"x","read":true}"#, "[]"] {
            #expect(try await fixture.post("/v1/state", wrong).status == 400)
        }
        #expect(try await fixture.post("/v1/state", "{}", type: "text/plain").status == 415)
    }

    @Test("What is ingested is acknowledged, reported and found; what is refused is named by its line")
    func ingest() async throws {
        let fixture = try ServiceFixture()
        let lines = #"{"feed":"https://example.org/b","id":"1","title":"Heron"}"# + "\nno JSON\n"
        let answer = try await fixture.post("/v1/ingest", lines, type: "application/x-ndjson")
        #expect(answer.status == 200 && answer.lines.contains { $0.hasPrefix(#"{"committed":"#) })
        let report = try #require(answer.lines.last)
        #expect(report.contains(#""inserted":1"#) && report.contains(#""where":"line 2"#))
        #expect(!report.contains("/dev/fd"))
        #expect(try await fixture.get("/v1/search?q=heron").object["total"] as? Int == 1)
    }

    @Test(
        "A body that is packed is reported by its lines, or by the files in it; no descriptor of the service is named")
    func packedIngest() async throws {
        let fixture = try ServiceFixture()
        let lines = #"{"feed":"https://example.org/b","id":"1","title":"Heron"}"# + "\nno JSON\n"
        try Data(lines.utf8).write(to: URL(filePath: fixture.folder + "/lines.jsonl"))
        for (script, name) in [
            ("gzip -k lines.jsonl", "lines.jsonl.gz"), ("tar czf lines.tgz lines.jsonl", "lines.tgz"),
            ("bzip2 -k lines.jsonl", "lines.jsonl.bz2"),
        ] {
            let packing = Process()
            packing.executableURL = URL(filePath: "/bin/sh")
            packing.arguments = ["-c", "cd '\(fixture.folder)' && " + script]
            try packing.run()
            packing.waitUntilExit()
            let bytes = Array(try Data(contentsOf: URL(filePath: fixture.folder + "/" + name)))
            var headers: HTTPHeaders = ["Content-Type": "application/x-ndjson"]
            headers.add("Authorization", "Bearer " + (fixture.tokens[.admin] ?? ""))
            let request = try HTTPRequest(.post, "/v1/ingest", headers: headers, body: bytes, peer: .unix)
            let response = await fixture.service.respond(to: request)
            let text = String(decoding: try await response.body.collect(), as: UTF8.self)
            #expect(response.status.code == 200 && text.contains(#""where":"#), "\(name) \(text)")
            #expect(!text.contains("/dev/fd") && !text.contains(fixture.folder), "\(name) \(text)")
        }
    }

    @Test("Subscriptions are listed and ended; saved searches are kept and forgotten")
    func subscriptions() async throws {
        let fixture = try ServiceFixture()
        _ = try Library(path: fixture.databasePath, for: .changing).store
        #expect(try await fixture.post("/v1/saved", #"{"name":"foxes","query":"fox"}"#).status == 204)
        let saved = try await fixture.get("/v1/saved").object["saved"] as? [[String: Any]]
        #expect(saved?.first?["query"] as? String == "fox")
        #expect(try await fixture.post("/v1/saved", #"{"name":"x","query":"\"open"}"#).status == 400)
        #expect(try await fixture.ask(.delete, "/v1/saved/foxes", token: fixture.tokens[.write]).status == 204)
        #expect(try await fixture.ask(.delete, "/v1/saved/foxes", token: fixture.tokens[.write]).status == 404)
        #expect(try await fixture.get("/v1/feeds/77").status == 404)
        #expect(try await fixture.get("/v1/export").status == 200)
    }

    @Test("The history tells what has come since a token")
    func history() async throws {
        let fixture = try ServiceFixture()
        let token = try #require(try await fixture.get("/v1/history").object["token"] as? Int)
        let line = #"{"feed":"https://example.org/b","id":"1","title":"Heron"}"#
        _ = try await fixture.post("/v1/ingest", line, type: "application/x-ndjson")
        let changes = try await fixture.get("/v1/history?since=\(token)").object
        #expect((changes["inserted"] as? [String: Int])?["first"] == 4)
    }

    @Test("Another method is refused with those that there are; OPTIONS names them")
    func methods() async throws {
        let fixture = try ServiceFixture()
        let answer = try await fixture.ask(.delete, "/v1/search")
        #expect(answer.status == 405 && answer.headers["Allow"] == "GET, POST, HEAD, OPTIONS")
        #expect(try await fixture.ask(.options, "/v1/search").status == 204)
        #expect(try await fixture.ask(.get, "/nothing").status == 404)
    }

    @Test("Health and interface are open to all; no answer says where the database is")
    func open() async throws {
        let fixture = try ServiceFixture()
        #expect(try await fixture.ask(.get, "/healthz").status == 200)
        #expect(try await fixture.ask(.get, "/readyz").status == 200)
        let statistics = try await fixture.get("/v1/stats")
        #expect(statistics.object["articles"] as? Int == 3)
        #expect(!String(decoding: statistics.bytes, as: UTF8.self).contains(fixture.folder))
    }
}
