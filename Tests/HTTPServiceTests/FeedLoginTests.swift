import Accounts
import Articles
import FeedFetching
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

/// User names and passwords in addresses of feeds.
@Suite(.fewAtOnce) struct FeedLoginTests {
    private let fixture: ServiceFixture
    private static let address = "https://anna:geheim@feeds.example/a.xml"
    private static let list = """
        <opml version="2.0"><body><outline text="A" xmlUrl="\(address)"/>
        <outline text="B" xmlUrl="https://feeds.example/b.xml"/></body></opml>
        """

    init() throws { fixture = try ServiceFixture() }

    private func library(keeps: Bool) throws -> Library {
        var settings = LibrarySettings()
        if keeps { settings.keeper = fixture.service.home.secretKeeper }
        return try Library(path: fixture.databasePath, for: .changing, settings: settings)
    }

    private func importList(keeps: Bool) throws {
        let path = fixture.folder + "/logins.opml"
        try Data(Self.list.utf8).write(to: URL(filePath: path))
        _ = try library(keeps: keeps).lists.importFiles([path])
    }

    @Test("An imported address is split into address and secret, and the secret is for its origin")
    func split() throws {
        try importList(keeps: true)
        try importList(keeps: true)
        let library = try library(keeps: true)
        let feeds = try library.store.feeds().map(\.url)
        #expect(feeds.sorted() == ["https://feeds.example/a.xml", "https://feeds.example/b.xml"])
        let feed = try #require(try library.store.feed(named: "https://feeds.example/a.xml"))
        let reference = try #require(try library.store.options(of: feed.id).credentials)
        #expect(reference.hasPrefix("stored:"))
        guard case .stored(let name)? = SecretReference(reference) else { return }
        let origin = "https://feeds.example:443"
        let secret = try [origin, "https://feeds.example"].compactMap { try fixture.accounts.secret(name, for: $0) }
        #expect(secret.contains("anna:geheim"))
    }

    @Test("Files of other readers, alone and in an archive, are split in the same way; a dry run keeps nothing")
    func otherReaders() throws {
        let folder = fixture.folder + "/moving"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("https://anna:geheim@a.example/n.xml \"tech\"\n".utf8).write(to: URL(filePath: folder + "/urls"))
        let starred = """
            {"id":"user/1/state/com.google/starred","items":[{"id":"tag:google.com,2005:reader/item/1","published":1700000000,
            "title":"Star","alternate":[{"href":"https://a.example/1"}],"summary":{"content":"text"},
            "origin":{"streamId":"feed/https://bert:heimlich@b.example/s.xml","title":"B"}}]}
            """
        try Data(starred.utf8).write(to: URL(filePath: folder + "/starred.json"))
        let archive = fixture.folder + "/moving.tar"
        let tar = Process()
        tar.executableURL = URL(filePath: "/usr/bin/env")
        tar.arguments = ["tar", "-cf", archive, "-C", folder, "."]
        try tar.run()
        tar.waitUntilExit()

        let library = try library(keeps: true)
        let dry = try library.lists.importFiles([folder], isDryRun: true)
        #expect(dry.outlines.count == 1 && !"\(dry.outlines)".contains("geheim"))
        let names = ["https://a.example/n.xml", "https://b.example/s.xml"]
        for path in [folder, archive, folder + "/urls"] {
            _ = try library.lists.importFiles([path])
            let feeds = try library.store.feeds(subscribedOnly: false).map(\.url).filter { $0.contains(".example/") }
            #expect(feeds.sorted() == names, "\(path)")
        }
        for (name, login) in zip(names, ["anna:geheim", "bert:heimlich"]) {
            let feed = try #require(try library.store.feed(named: name))
            let reference = try #require(try library.store.options(of: feed.id).credentials)
            guard case .stored(let secret)? = SecretReference(reference) else {
                Issue.record("\(reference)")
                continue
            }
            let origin = String(name.dropLast("/n.xml".count))
            let kept = try ["", ":443"].compactMap { try fixture.accounts.secret(secret, for: origin + $0) }
            #expect(kept.contains(login), "\(name)")
        }
    }

    @Test("An address that carries a login is shown to nobody with it, and its user name can be changed")
    func old() async throws {
        try importList(keeps: false)
        let feed = try #require(try library(keeps: false).store.feed(named: Self.address))
        let line = #"{"feed":"\#(Self.address)","id":"1","title":"Zebra","text":"of the wood"}"#
        #expect(try await fixture.post("/v1/ingest", line, type: "application/x-ndjson").status == 200)
        for target in [
            "/v1/feeds", "/v1/feeds/\(feed.id)", "/v1/export", "/v1/search?q=zebra", "/v1/articles?q=zebra",
            "/v1/failing", "/search.json?q=zebra", "/search.csv?q=zebra", "/search.atom?q=zebra", "/all",
            "/feed/\(feed.id)", "/feeds.opml", "/v1/articles/4", "/v1/search?q=zebra&facets=true",
        ] {
            let text = try await fixture.ask(.get, target, token: fixture.tokens[.read]).text
            #expect(!text.contains("geheim"), "\(target)")
        }
        let body = #"{"username":"bert","password":"other"}"#
        let answer = try await fixture.ask(
            .patch, "/v1/feeds/\(feed.id)", token: fixture.tokens[.write], body: body)
        #expect(answer.status == 200 && !answer.text.contains("geheim"), "\(answer.text)")
        let reference = try library(keeps: false).store.options(of: feed.id).credentials
        #expect(reference?.hasPrefix("stored:") == true)
    }

    @Test("An export has logins only where it is asked for them")
    func export() throws {
        try importList(keeps: false)
        let library = try library(keeps: false)
        #expect(try !library.lists.export().contains("geheim"))
        #expect(try !library.lists.export(as: .newsboat).contains("geheim"))
        #expect(try library.lists.export(withSecrets: true).contains("anna:geheim@"))
    }
}
