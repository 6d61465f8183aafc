import Accounts
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

/// The order of subscriptions over HTTP.
@Suite(.fewAtOnce) struct ArrangingRouteTests {
    private let fixture: ServiceFixture

    init() throws {
        fixture = try ServiceFixture()
        let list = fixture.folder + "/list.opml"
        let text = """
            <opml version="2.0"><body><outline text="News"><outline xmlUrl="https://example.org/b" text="Bee"/>
            <outline xmlUrl="https://example.org/a" text="Ant"/></outline><outline text="Tech">
            <outline xmlUrl="https://example.org/c" text="Cat"/></outline></body></opml>
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: list))
        _ = try Library(path: fixture.databasePath, for: .changing).lists.importFiles([list])
    }

    private func titles(_ query: String = "?sort=hand") async throws -> [String] {
        let feeds = try await fixture.get("/v1/feeds" + query).object["feeds"] as? [[String: Any]] ?? []
        return feeds.compactMap { $0["title"] as? String }
    }

    private func number(_ title: String) async throws -> Int {
        let feeds = try await fixture.get("/v1/feeds").object["feeds"] as? [[String: Any]] ?? []
        return try #require(feeds.first { $0["title"] as? String == title }?["n"] as? Int)
    }

    private func folders() async throws -> [[String]] {
        let folders = try await fixture.get("/v1/folders?sort=hand").object["folders"] as? [[String: Any]] ?? []
        return folders.compactMap { $0["folder"] as? [String] }
    }

    private func post(_ target: String, _ body: String, _ scope: Scope = .write) async throws -> ServiceFixture.Answer {
        try await fixture.ask(.post, target, token: fixture.tokens[scope], body: body)
    }

    @Test("A feed has its description, alone and in the list")
    func description() async throws {
        let text = "<rss><channel><title>A</title><description>On ants</description></channel></rss>"
        let library = try Library(path: fixture.databasePath, for: .writing)
        _ = try library.bulk.ingest(document: Array(text.utf8), feed: "https://example.org/a")
        let ant = try await number("Ant")
        #expect(try await fixture.get("/v1/feeds/\(ant)").object["description"] as? String == "On ants")
        let feeds = try await fixture.get("/v1/feeds").object["feeds"] as? [[String: Any]] ?? []
        #expect(feeds.compactMap { $0["description"] as? String } == ["On ants"])
    }

    @Test("Feeds are listed in the orders there are, moved, and moved back by undo")
    func feeds() async throws {
        #expect(try await titles() == ["Bee", "Ant", "Cat"])
        #expect(try await titles("?sort=title") == ["Ant", "Bee", "Cat"])
        let ant = try await number("Ant")
        let moved = try await post("/v1/feeds/\(ant)/move", #"{"place":"first"}"#)
        #expect(try await titles() == ["Ant", "Bee", "Cat"])
        #expect(try await titles("?sort=added") == ["Bee", "Ant", "Cat"])
        let action = try #require(moved.object["action"] as? Int)
        let into = #"{"into":"Tech","before":\#(try await number("Cat"))}"#
        #expect(try await post("/v1/feeds/\(ant)/move", into).status == 200)
        #expect(try await titles() == ["Bee", "Ant", "Cat"])
        #expect(try await fixture.get("/v1/feeds/\(ant)").object["folders"] as? [[String]] == [["Tech"]])
        #expect(try await post("/v1/undo", "").status == 200)
        #expect(try await post("/v1/undo", #"{"action":\#(action)}"#).status == 200)
        #expect(try await titles() == ["Bee", "Ant", "Cat"])
        #expect(try await fixture.get("/v1/feeds/\(ant)").object["folders"] as? [[String]] == [["News"]])
    }

    @Test("Folders are moved beside each other and into each other")
    func folderMoves() async throws {
        #expect(try await post("/v1/folders/move", #"{"folder":"Tech","before":"News"}"#).status == 200)
        #expect(try await folders() == [["Tech"], ["News"]])
        #expect(try await post("/v1/folders/move", #"{"folder":"Tech","into":"News"}"#).status == 200)
        #expect(try await folders() == [["News"], ["News", "Tech"]])
    }

    @Test("What is not there or not allowed is refused, and changes nothing")
    func refused() async throws {
        let bee = try await number("Bee")
        #expect(try await post("/v1/feeds/\(bee)/move", #"{"place":"first"}"#, .read).status == 403)
        #expect(try await post("/v1/feeds/\(bee)/move", #"{"place":"sideways"}"#).status == 400)
        #expect(try await post("/v1/feeds/\(bee)/move", #"{"before":"Ant"}"#).status == 400)
        #expect(try await post("/v1/feeds/\(bee)/move", #"{"folder":"News"}"#).status == 400)
        #expect(try await post("/v1/feeds/99/move", #"{"place":"first"}"#).status == 404)
        #expect(try await post("/v1/folders/move", #"{"folder":"No"}"#).status == 400)
        #expect(try await post("/v1/folders/move", #"{"folder":"News","into":"News/Inner"}"#).status == 400)
        #expect(try await fixture.get("/v1/feeds?sort=size").status == 400)
        #expect(try await folders() == [["News"], ["Tech"]])
    }
}
