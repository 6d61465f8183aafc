import Accounts
import FeedLibrary
import Foundation
import HTTPServer
import Messages
import ServiceTestSupport
import Testing

@testable import HTTPService

/// Subscriptions over HTTP, and what is not set there.
@Suite(.fewAtOnce) struct FeedRouteTests {
    private let fixture: ServiceFixture

    init() throws {
        fixture = try ServiceFixture()
        let list = fixture.folder + "/list.opml"
        let text = #"<opml version="2.0"><body><outline xmlUrl="https://example.org/feed" text="Old"/></body></opml>"#
        try Data(text.utf8).write(to: URL(fileURLWithPath: list))
        _ = try Library(path: fixture.databasePath, for: .changing).lists.importFiles([list])
    }

    private func feeds() async throws -> [[String: Any]] {
        try await fixture.get("/v1/feeds").object["feeds"] as? [[String: Any]] ?? []
    }

    private func target() async throws -> String {
        "/v1/feeds/\(try #require(try await feeds().first?["n"] as? Int))"
    }

    private func patch(_ target: String, _ body: String) async throws -> Int {
        try await fixture.ask(.patch, target, token: fixture.tokens[.write], body: body).status
    }

    @Test("A feed is edited by absolute values; wrong ones change nothing")
    func edits() async throws {
        let target = try await target()
        let change = #"{"title":"New","paused":true,"folder":"A/B","interval":"2h","keep":"50"}"#
        for _ in 0..<2 { #expect(try await patch(target, change) == 200) }
        let feed = try await fixture.get(target).object
        let options = feed["options"] as? [String: Any]
        #expect(feed["title"] as? String == "New" && feed["paused"] as? Bool == true)
        #expect(feed["folders"] as? [[String]] == [["A", "B"]])
        #expect(options?["interval"] as? Int == 7_200 && options?["keep"] as? Int == 50)
        for wrong in [
            #"{"title":5}"#, #"{"title":"X","interval":"soon"}"#, #"{"keep":"-1"}"#, #"{"paused":"yes"}"#, "{}",
        ] {
            #expect(try await patch(target, wrong) == 400, "\(wrong)")
        }
        #expect(try await fixture.get(target).object["title"] as? String == "New")
        #expect(try await patch("/v1/feeds/77", #"{"title":"X"}"#) == 404)
    }

    @Test(
        "Secrets, headers, cookies, proxies and allowances are no members of a feed's edit",
        arguments: ["headers", "cookies", "auth", "credentials", "proxy", "allow", "secret", "recipe"])
    func forbiddenMembers(name: String) async throws {
        let target = try await target()
        #expect(try await patch(target, #"{"title":"X","\#(name)":"env:HOME"}"#) == 400)
        let feed = try await fixture.get(target).object
        #expect(feed["title"] as? String == "Old" && feed["options"] == nil)
    }

    @Test("What the user of this machine has set of secrets and proxies is not shown")
    func ownOptions() async throws {
        let target = try await target()
        var settings = LibrarySettings()
        settings.confirmations = ConfirmationFile(path: fixture.folder + "/confirmed")
        var values = FeedOptionValues(language: .english)
        (values.credentials, values.proxy, values.interval) = ("env:FEED_PASSWORD", "http://proxy.internal:3128", "1h")
        var edit = SubscriptionEdit()
        edit.changeOptions = { [values] in try values.apply(to: &$0) { _ in } }
        let library = try Library(path: fixture.databasePath, for: .changing, settings: settings)
        _ = try library.subscriptions.edit("https://example.org/feed", edit)
        let answer = try await fixture.get(target)
        let text = String(decoding: answer.bytes, as: UTF8.self)
        #expect(text.contains(#""interval":3600"#) && !text.contains("FEED_PASSWORD") && !text.contains("proxy"))
    }

    @Test(
        "What a client subscribes to is on the public internet",
        arguments: [
            "http://127.0.0.1:9/", "http://[::1]/feed", "http://169.254.169.254/latest", "http://10.0.0.1/feed",
        ])
    func privateFeeds(url: String) async throws {
        for _ in 0..<2 {
            let answer = try await fixture.post("/v1/feeds", #"{"url":"\#(url)"}"#)
            #expect(answer.status == 400 && (answer.object["type"] as? String)?.hasSuffix("addressNotPublic") == true)
        }
        #expect(try await feeds().count == 1)
    }
}
