import Accounts
import Articles
import FeedLibrary
import Formats
import Foundation
import HTTPServer
import ServiceTestSupport
import TestSupport
import Testing

@testable import HTTPService

/// Reader apps of two members of one library and of its owner, each with an app password for that library.
@Suite(.fewAtOnce) struct MemberProtocolTests {
    private let fixture: HostFixture
    private let anna: HostedLibrary

    init() throws { (fixture, anna) = try Self.shared(on: nil) }

    /// A host with a library that its owner `anna` shares with two readers.
    private static func shared(on server: String?) throws -> (HostFixture, HostedLibrary) {
        let fixture = try HostFixture(on: server)
        let anna = try fixture.add("anna")
        try Self.store(4, of: "annasword", in: anna, fixture)
        for name in ["ben", "carl"] {
            try Self.store(2, of: name + "sword", in: try fixture.add(name), fixture)
            try fixture.accounts.share(anna, with: name, as: .reader)
        }
        return (fixture, anna)
    }

    /// Stores articles of a subscribed feed.
    private static func store(
        _ count: Int, of word: String, in library: HostedLibrary, _ fixture: HostFixture
    ) throws {
        try fixture.store(count, of: word, in: library)
        var feed = FeedDraft(url: "https://\(word).example/feed")
        feed.subscribe = true
        let open = try Library(path: fixture.place.location(of: library.address), for: .changing)
        try open.store.upsert(feed, now: 1_790_000_000)
    }

    /// An app of an account that uses the shared library over all protocols.
    private struct App {
        let fixture: HostFixture
        let name: String
        let password: String
        let key: String

        init(_ fixture: HostFixture, _ name: String, in library: HostedLibrary?) throws {
            self.fixture = fixture
            self.name = name
            password = try fixture.accounts.createAppPassword(
                for: name, label: library == nil ? "own" : "shared", forFever: true, in: library)
            key = FeverTests.md5(name + ":" + password)
        }

        func fever(_ wanted: String, _ body: String = "") async throws -> [String: Any] {
            let answer = try await fixture.ask(
                .post, "/fever/?api&" + wanted, body: "api_key=\(key)&" + body, type: ReaderFixture.form)
            #expect(answer.status == 200 && answer.object["auth"] as? Int == 1, "\(answer.text)")
            return answer.object
        }

        func feverIDs(_ wanted: String) async throws -> [Int] {
            let text = try await fever(wanted)[wanted] as? String ?? "none"
            return text.split(separator: ",").compactMap { Int($0) }
        }

        private var basic: HTTPHeaders {
            ["Authorization": "Basic " + Base64.encode(Array("\(name):\(password)".utf8))]
        }

        func miniflux(_ method: HTTPMethod, _ path: String, _ body: String = "") async throws -> ServiceFixture.Answer {
            try await fixture.ask(method, "/miniflux/v1/" + path, headers: basic, body: body, type: "")
        }

        func minifluxIDs(_ query: String) async throws -> [Int] {
            let answer = try await miniflux(.get, "entries?order=id&" + query)
            let entries = try #require(answer.object["entries"] as? [[String: Any]], "\(answer.text)")
            return entries.compactMap { $0["id"] as? Int }
        }

        func reader(_ method: HTTPMethod, _ path: String, _ body: String = "") async throws -> ServiceFixture.Answer {
            let login = try await fixture.ask(
                .post, "/accounts/ClientLogin", body: "Email=\(name)&Passwd=\(password)", type: ReaderFixture.form)
            let token = try #require(login.text.split(separator: "\n").last?.dropFirst("Auth=".count))
            return try await fixture.ask(
                method, "/reader/api/0/" + path, headers: ["Authorization": "GoogleLogin auth=" + token], body: body,
                type: ReaderFixture.form)
        }

        func readerIDs(_ query: String) async throws -> [Int] {
            let answer = try await reader(.get, "stream/items/ids?n=100&" + query)
            let items = try #require(answer.object["itemRefs"] as? [[String: Any]], "\(answer.text)")
            return items.compactMap { ($0["id"] as? String).flatMap { Int($0) } }.sorted()
        }

        /// The unread and starred articles in each protocol, which must agree.
        func state() async throws -> [[Int]] {
            let unread = try await minifluxIDs("status=unread")
            let starred = try await minifluxIDs("starred=true")
            #expect(try await feverIDs("unread_item_ids") == unread)
            #expect(try await feverIDs("saved_item_ids") == starred)
            let prefix = "user/-/state/com.google/"
            #expect(try await readerIDs("s=\(prefix)reading-list&xt=\(prefix)read") == unread)
            #expect(try await readerIDs("s=\(prefix)starred") == starred)
            let counts = try await reader(.get, "unread-count?output=json").object["max"] as? Int
            #expect(counts == unread.count)
            let counters = try await miniflux(.get, "feeds/counters").object["unreads"] as? [String: Int]
            #expect((counters ?? [:]).values.reduce(0, +) == unread.count)
            return [unread, starred]
        }
    }

    @Test("Two members and the owner read, star and mark over all protocols, and each keeps a state of their own")
    func states() async throws { try await Self.states(fixture, anna) }

    @Test(
        "On a server, two members and the owner keep states of their own over all protocols",
        .enabled(if: PostgresServer.isWanted))
    func statesOnServer() async throws {
        let (fixture, anna) = try Self.shared(on: PostgresServer.shared.get().newDatabase())
        try await Self.states(fixture, anna)
    }

    private static func states(_ fixture: HostFixture, _ anna: HostedLibrary) async throws {
        let (annas, ben, carl) = (
            try App(fixture, "anna", in: nil), try App(fixture, "ben", in: anna), try App(fixture, "carl", in: anna)
        )
        for app in [annas, ben, carl] { #expect(try await app.state() == [[1, 2, 3, 4], []]) }
        _ = try await ben.fever("", "mark=item&as=read&id=1")
        _ = try await ben.fever("", "mark=item&as=saved&id=2")
        #expect(try await carl.miniflux(.put, "entries", #"{"entry_ids":[3],"status":"read"}"#).status == 204)
        #expect(try await carl.miniflux(.put, "entries/4/bookmark").status == 204)
        #expect(try await annas.reader(.post, "edit-tag", "i=4&a=user/-/state/com.google/read").status == 200)
        #expect(try await ben.state() == [[2, 3, 4], [2]])
        #expect(try await carl.state() == [[1, 2, 4], [4]])
        #expect(try await annas.state() == [[1, 2, 3], []])

        #expect(try await ben.reader(.post, "edit-tag", "i=1&r=user/-/state/com.google/read").status == 200)
        #expect(try await ben.state() == [[1, 2, 3, 4], [2]])
        // An app that saw the library before its first article was stored marks nothing.
        _ = try await ben.fever("", "mark=group&as=read&id=0&before=1000")
        let early = "s=user/-/state/com.google/reading-list&ts=1000000"
        #expect(try await ben.reader(.post, "mark-all-as-read", early).status == 200)
        #expect(try await ben.state() == [[1, 2, 3, 4], [2]])
        _ = try await ben.fever("", "mark=feed&as=read&id=1&before=4000000000")
        #expect(try await ben.state() == [[], [2]])
        #expect(try await carl.miniflux(.put, "users/1/mark-all-as-read").status == 204)
        #expect(try await carl.state() == [[], [4]])
        #expect(try await annas.state() == [[1, 2, 3], []])

        // Articles that arrive later are unread for everybody, and new for each app.
        try Self.store(2, of: "later", in: anna, fixture)
        #expect(try await ben.minifluxIDs("after_entry_id=4&status=unread") == [5, 6])
        let items = try await carl.fever("items&since_id=4")["items"] as? [[String: Any]]
        #expect(items?.compactMap { $0["is_read"] as? Int } == [0, 0])
        let own = try App(fixture, "ben", in: nil)
        #expect(try await own.minifluxIDs("status=unread") == [1, 2])
        #expect(try await ben.miniflux(.get, "me").object["username"] as? String == "ben")
    }

    @Test("A playback position over Miniflux's API is the member's own")
    func playback() async throws {
        let path = fixture.folder + "/episode.jsonl"
        let line =
            #"{"feed":"https://podcast.example/feed","id":"e","title":"Episode","enclosures":[{"url":"https://podcast.example/e.mp3","type":"audio/mpeg"}]}"#
        try Data(line.utf8).write(to: URL(filePath: path))
        _ = try Library(path: fixture.place.location(of: anna.address), for: .changing).bulk.ingest([path])
        let (ben, carl) = (try App(fixture, "ben", in: anna), try App(fixture, "carl", in: anna))
        #expect(try await ben.miniflux(.put, "enclosures/500", #"{"media_progression":42}"#).status == 204)
        #expect(try await ben.miniflux(.get, "enclosures/500").object["media_progression"] as? Int == 42)
        #expect(try await carl.miniflux(.get, "enclosures/500").object["media_progression"] as? Int == 0)
    }

    @Test("Over the protocols, editors can change feeds and categories, and readers cannot")
    func changes() async throws {
        let ben = try App(fixture, "ben", in: anna)
        let library = try Library(path: fixture.place.location(of: anna.address), for: .changing)
        let feed = try #require(try library.store.feeds(subscribedOnly: false).first)
        try library.store.edit(feed.id, FeedChanges(ownTitle: "Feed"))
        func statuses() async throws -> [Int] {
            [
                try await ben.miniflux(.put, "feeds/1", #"{"title":"Renamed"}"#).status,
                try await ben.miniflux(.post, "categories", #"{"title":"Later"}"#).status,
                try await ben.miniflux(.post, "feeds", #"{"feed_url":"not an address"}"#).status,
                try await ben.reader(.post, "subscription/edit", "ac=edit&s=feed/1&a=user/-/label/Later").status,
                try await ben.reader(.post, "rename-tag", "s=user/-/label/Later&dest=user/-/label/Now").status,
                try await ben.reader(.post, "edit-tag", "i=1&a=user/-/label/tag").status,
            ]
        }
        #expect(try await statuses() == [403, 403, 403, 403, 403, 403])
        #expect(try await ben.miniflux(.get, "categories").text.contains("Later") == false)
        try fixture.accounts.share(anna, with: "ben", as: .editor)
        #expect(try await statuses() == [201, 201, 400, 200, 200, 200])
        let annas = try App(fixture, "anna", in: nil)
        let shown = try await annas.miniflux(.get, "feeds").text
        #expect(shown.contains("Renamed") && shown.contains("Now"))
        // With an app password, nobody can change accounts and keys.
        for path in ["users", "api-keys"] { #expect(try await ben.miniflux(.get, path).status == 403) }
    }

    @Test("After the end of a membership, the key of Fever and the app password for the library are refused")
    func unshared() async throws {
        let ben = try App(fixture, "ben", in: anna)
        #expect(try await ben.state() == [[1, 2, 3, 4], []])
        try fixture.accounts.unshare(anna, with: "ben")
        let fever = try await fixture.ask(
            .post, "/fever/?api&items", body: "api_key=" + ben.key, type: ReaderFixture.form)
        #expect(fever.object["auth"] as? Int == 0 && fever.object["items"] == nil)
        #expect(try await ben.miniflux(.get, "entries").status == 401)
    }
}
