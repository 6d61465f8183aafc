import Accounts
import Articles
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// Conditions, colours, plots and silent feeds over HTTP.
@Suite(.fewAtOnce) struct TrendOperationTests {
    @Test("A condition and a colour are set, shown, changed and removed; a mistake in them changes nothing")
    func settings() async throws {
        let fixture = try ServiceFixture()
        let body =
            #"{"name":"Owls","query":"owl","notify":"mail:me@example.org","when":"COUNT>3 in 24h","color":"teal"}"#
        #expect(try await fixture.post("/v1/saved", body).status == 204)
        var owls = try await fixture.get("/v1/saved/Owls").object
        #expect(owls["when"] as? String == "count > 3 in 24h" && owls["color"] as? String == "teal")
        for (wrong, code) in [
            (#"{"when":"often"}"#, "trendExpected"), (#"{"when":"none in 999d"}"#, "trendRange"),
            (#"{"when":"none in"}"#, "trendEnds"), (#"{"color":"mauve"}"#, "badSearchColor"),
        ] {
            let answer = try await fixture.ask(.patch, "/v1/saved/Owls", token: fixture.tokens[.write], body: wrong)
            #expect(answer.status == 400 && (answer.object["type"] as? String)?.hasSuffix(":" + code) == true)
        }
        owls = try await fixture.get("/v1/saved/Owls").object
        #expect(owls["when"] as? String == "count > 3 in 24h" && owls["color"] as? String == "teal")
        let edit = #"{"when":"off","color":"none"}"#
        #expect(
            try await fixture.ask(.patch, "/v1/saved/Owls", token: fixture.tokens[.write], body: edit).status == 204)
        owls = try await fixture.get("/v1/saved/Owls").object
        #expect(owls["when"] == nil && owls["color"] == nil && owls["notify"] as? String == "mail")
    }

    @Test("The plot of a saved search and the trial of a condition have the same numbers in JSON and CSV")
    func plots() async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.post("/v1/saved", #"{"name":"All foxes","query":"fox"}"#)
        let plot = try await fixture.get("/v1/saved/All%20foxes/plot?by=month&bars=200").object
        let bars = try #require(plot["bars"] as? [[String: Any]])
        let sum = bars.compactMap { $0["articles"] as? Int }.reduce(0, +)
        #expect(bars.count == 200 && sum == plot["total"] as? Int && sum > 0)
        let csv = try await fixture.get("/v1/saved/All%20foxes/plot.csv?by=month&bars=200")
        #expect(csv.headers["Content-Type"] == "text/csv; charset=utf-8; header=present")
        let lines = csv.text.split(separator: "\r\n").dropFirst().map {
            $0.split(separator: ",").prefix(2).map(String.init)
        }
        #expect(lines == bars.map { ["\($0["start"] ?? "")", "\($0["articles"] ?? "")"] })
        let trial = try await fixture.get("/v1/trend?q=fox&when=none%20in%202d&by=week").object
        #expect((trial["bars"] as? [Any])?.count == 53 && trial["when"] as? String == "none in 2d")
        #expect(try await fixture.get("/v1/trend?q=fox&when=sometimes").status == 400)
        #expect(try await fixture.get("/v1/trend?q=fox").status == 400)
        #expect(try await fixture.get("/v1/saved/none/plot").status == 404)
        #expect(try await fixture.get("/v1/saved/All%20foxes/plot?by=year").status == 400)
    }

    @Test("Silent feeds are listed with the date of their last article")
    func silent() async throws {
        let fixture = try ServiceFixture()
        let library = try Library(path: fixture.databasePath, for: .changing)
        let now = SystemClock.system.now()
        for (address, days) in [("https://example.org/old", Int64(40)), ("https://example.org/new", 1)] {
            var feed = FeedDraft(url: address)
            feed.subscribe = true
            _ = try library.store.upsert(feed, now: now)
            let date = ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(now - days * 86_400)))
            let line = #"{"feed":"\#(address)","id":"1","title":"One","published":"\#(date)"}"#
            _ = try await fixture.post("/v1/ingest", line, type: "application/x-ndjson")
        }
        let feeds = try await fixture.get("/v1/feeds?silent=30d").object["feeds"] as? [[String: Any]]
        let addresses = feeds?.compactMap { $0["feed"] as? String } ?? []
        #expect(addresses.contains("https://example.org/old") && !addresses.contains("https://example.org/new"))
        #expect(feeds?.first { $0["feed"] as? String == "https://example.org/old" }?["newest"] is String)
        #expect(try await fixture.get("/v1/feeds?silent=always").status == 400)
    }
}
