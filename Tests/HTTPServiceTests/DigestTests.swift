import Accounts
import Articles
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// Digests of saved searches, as feeds at the secret address and as books.
@Suite(.fewAtOnce) struct DigestTests {
    private let fixture: ServiceFixture

    init() throws { fixture = try ServiceFixture() }

    private func secret() async throws -> String {
        let made = try await fixture.post("/v1/feed-address", "")
        return try #require((made.object["url"] as? String)?.split(separator: "/").last.map(String.init))
    }

    private func load(_ id: String, _ title: String, daysAgo: Int) async throws {
        let received = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: -86_400 * Double(daysAgo)))
        let line =
            #"{"feed":"https://example.org/d","id":"\#(id)","title":"\#(title)","html":"<p>\#(title) text</p>","received":"\#(received)"}"#
        #expect(try await fixture.post("/v1/ingest", line, type: "application/x-ndjson").status == 200)
    }

    @Test("A feed of digests has an entry for each complete day or week with articles, and sections of all searches")
    func feed() async throws {
        #expect(try await fixture.post("/v1/saved", #"{"name":"Herons","query":"heron"}"#).status == 204)
        #expect(try await fixture.post("/v1/saved", #"{"name":"Storks","query":"stork"}"#).status == 204)
        try await load("1", "grey heron <b>", daysAgo: 1)
        try await load("2", "white heron", daysAgo: 1)
        try await load("3", "purple heron", daysAgo: 3)
        try await load("4", "heron of today", daysAgo: 0)
        try await load("5", "black stork", daysAgo: 3)
        let base = "/feeds/\(try await secret())/"
        let answer = try await fixture.ask(.get, base + "digest/day/Herons.atom")
        #expect(answer.status == 200 && answer.headers["Content-Type"]?.hasPrefix("application/atom+xml") == true)
        #expect(answer.text.components(separatedBy: "<entry>").count == 3)
        #expect(answer.text.contains("Herons: 2 new articles") && answer.text.contains("purple heron"))
        #expect(!answer.text.contains("heron of today") && !answer.text.contains("stork"))
        #expect(!answer.text.contains("heron <b>"))
        #expect(try await fixture.ask(.get, base + "digest/day/Herons.atom").bytes == answer.bytes)
        let all = try await fixture.ask(.get, base + "digest/day.atom")
        #expect(all.text.contains("black stork") && all.text.contains("Herons, Storks: 2 new articles"))
        #expect(try await fixture.ask(.get, base + "digest/week/Herons.json").status == 200)
        for wrong in ["digest/year/Herons.atom", "digest/day/None.atom", "digest.atom"] {
            #expect(try await fixture.ask(.get, base + wrong).status == 404, "\(wrong)")
        }
        #expect(try await fixture.ask(.get, "/feeds/wrong/digest/day/Herons.atom").status == 404)
    }

    @Test("An entry has at most 200 articles of all searches, and a feed without an entry was updated now")
    func limits() async throws {
        #expect(try await fixture.post("/v1/saved", #"{"name":"Herons","query":"heron"}"#).status == 204)
        #expect(try await fixture.post("/v1/saved", #"{"name":"Storks","query":"stork"}"#).status == 204)
        let path = "/feeds/\(try await secret())/digest/day.atom"
        #expect(try await !fixture.ask(.get, path).text.contains("<updated>1970"))
        let received = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: -86_400))
        let lines = (1...300).map { number in
            let title = (number % 2 == 0 ? "heron" : "stork") + " \(number)"
            return
                #"{"feed":"https://example.org/d","id":"\#(number)","title":"\#(title)","received":"\#(received)"}"#
        }
        let body = lines.joined(separator: "\n")
        #expect(try await fixture.post("/v1/ingest", body, type: "application/x-ndjson").status == 200)
        let text = try await fixture.ask(.get, path).text
        #expect(text.contains("Herons, Storks: 200 new articles"))
        #expect(text.components(separatedBy: "h3 style").count == 201)
    }

    @Test("A saved search is downloaded as a book; without articles the answer says so")
    func book() async throws {
        #expect(try await fixture.post("/v1/saved", #"{"name":"Herons \"1\" 鹭","query":"heron"}"#).status == 204)
        let path = "/v1/saved/Herons%20%221%22%20%E9%B9%AD/digest.epub"
        #expect(try await fixture.get(path).status == 404)
        try await load("1", "grey heron", daysAgo: 2)
        let answer = try await fixture.get(path)
        #expect(answer.status == 200 && answer.headers["Content-Type"] == "application/epub+zip")
        #expect(answer.bytes.starts(with: Array("PK".utf8)))
        let disposition = try #require(answer.headers["Content-Disposition"])
        #expect(disposition.wholeMatch(of: /attachment; filename="[A-Za-z0-9-]+\.epub"/) != nil, "\(disposition)")
        #expect(try await fixture.get(path + "?days=1").status == 404)
        #expect(try await fixture.get(path + "?days=0").status == 400)
        #expect(try await fixture.get("/v1/saved/None/digest.epub").status == 404)
    }
}
