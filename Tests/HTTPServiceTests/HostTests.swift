import Accounts
import Articles
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// The libraries of a host: names, opening and closing.
@Suite(.fewAtOnce) struct HostTests {
    @Test(
        "Whatever an account is called, its library is a file of its own inside the folder of the host",
        arguments: [
            "../../etc/passwd", "..", ".", "/", "a/../../b", "service", "host", "main", "SERVICE", "service.db",
            "library-1", "Größe", "用户", "a\u{301}", "á", "-rf", "con", "a b", "%2e%2e%2f", "a?library=b", "x.db",
            "~root",
            "$(id)", "A", "ünï/../",
        ])
    func hostileNames(_ name: String) throws {
        let fixture = try HostFixture()
        let first = try fixture.add("first")
        let library = try fixture.add(name)
        let path = try fixture.place.location(of: library.address)
        #expect(HostedLibraryName.isPlain(library.name) && !["service", "host", "main"].contains(library.name))
        #expect(path == "\(fixture.folder)/\(library.name)/feedsearch.db" && FileSystem.kind(path) == .file)
        #expect(path != (try fixture.place.location(of: first.address)))
        #expect(try fixture.accounts.hostedLibrary(of: name)?.id == library.id)
        #expect(throws: AccountError.accountExists(name)) { try fixture.add(name) }
    }

    @Test("A name that a library has is not given again, also after its account was removed")
    func namesAgain() throws {
        let fixture = try HostFixture()
        let first = try fixture.add("anna")
        try fixture.store(3, of: "secretword", in: first)
        try fixture.accounts.removeAccount("anna")
        let second = try fixture.add("anna")
        #expect(second.id != first.id && second.name != first.name && second.address != first.address)
        let statistics = try Library(path: fixture.place.location(of: second.address), for: .reading).store
            .storeStatistics()
        #expect(statistics.articles == 0)
    }

    @Test("A place that has the articles of another library is not taken")
    func takenPlace() throws {
        let fixture = try HostFixture()
        let other = try fixture.accounts.addAccount(
            "x", password: "long enough x", libraryAt: { _ in "anna/feedsearch.db" })
        try fixture.store(1, of: "other", in: fixture.place.create(other, in: fixture.accounts))
        try fixture.accounts.change(
            fixture.accounts.hostedLibrary(named: "x") ?? other, to: .ready, address: "moved/feedsearch.db")
        let library = try fixture.add("anna")
        #expect(library.address != "anna/feedsearch.db")
    }

    @Test("An account whose library is not created yet gets an error that says so, and the creation can be continued")
    func unfinished() async throws {
        let fixture = try HostFixture()
        let library = try fixture.accounts.addAccount(
            "anna", password: "long enough anna", libraryAt: fixture.place.relativeAddress)
        let token = try fixture.accounts.createToken("t", scope: .admin, of: "anna")
        #expect(try await fixture.ask(.get, "/v1/feeds", token: token).status == 503)
        #expect(try fixture.place.create(library, in: fixture.accounts).state == .ready)
        #expect(try await fixture.ask(.get, "/v1/feeds", token: token).status == 200)
    }

    @Test("Of more libraries than may be open, the least recently used are closed, and all answer")
    func budget() async throws {
        let fixture = try HostFixture { $0.maxLibraries = 3 }
        var tokens: [String] = []
        for number in 0..<8 {
            let library = try fixture.add("reader\(number)")
            try fixture.store(number + 1, of: "word\(number)", in: library)
            tokens.append(try fixture.accounts.createToken("t", scope: .write, of: "reader\(number)"))
        }
        for round in 0..<3 {
            for (number, token) in tokens.enumerated() {
                let answer = try await fixture.ask(.get, "/v1/search?q=word\(number)", token: token)
                #expect(answer.object["total"] as? Int == number + 1)
                let body = #"{"articles":[1],"read":\#(round % 2 == 0)}"#
                #expect(try await fixture.ask(.post, "/v1/state", token: token, body: body).status == 200)
                #expect(fixture.service.host?.openCount ?? 9 <= 3)
            }
        }
        // Many at once wait for each other instead of failing.
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<5 {
                for token in tokens {
                    group.addTask { try await fixture.ask(.get, "/v1/search?q=text", token: token).status }
                }
            }
            for try await status in group { #expect(status == 200) }
        }
        #expect(fixture.service.host?.openCount ?? 9 <= 3)
    }

    @Test("A library without requests is closed after a while, and opened by the next request")
    func idle() async throws {
        let fixture = try HostFixture { $0.idleSeconds = 0 }
        try fixture.add("anna")
        let token = try fixture.accounts.createToken("t", scope: .read, of: "anna")
        #expect(try await fixture.ask(.get, "/v1/feeds", token: token).status == 200)
        #expect(fixture.service.host?.openCount == 1)
        fixture.service.host?.closeIdle()
        #expect(fixture.service.host?.openCount == 0)
        #expect(try await fixture.ask(.get, "/v1/feeds", token: token).status == 200)
    }

    @Test("The rounds go over all libraries and refresh the feeds that are due in each")
    func rounds() async throws {
        let site = try LocalSite.start([
            "anna.xml": LocalSite.feed(["anna"]), "ben.xml": LocalSite.feed(["ben"]),
        ])
        var settings = LibrarySettings()
        settings.allowed = "127.0.0.1"
        let fixture = try HostFixture { options in
            let place = options.place
            options = LibraryHost.Options(place: place, localFolder: "/nonexistent") { [settings] _ in settings }
        }
        var tokens: [String] = []
        for name in ["anna", "ben"] {
            let library = try fixture.add(name)
            let own = try Library(
                path: fixture.place.location(of: library.address), for: .changing, settings: settings)
            let list = fixture.folder + "/\(name).opml"
            try FileSystem.replace(
                list, with: Array("<opml><body><outline xmlUrl=\"\(site.origin)/\(name).xml\"/></body></opml>".utf8),
                mode: 0o600)
            _ = try own.lists.importFiles([list])
            tokens.append(try fixture.accounts.createToken("t", scope: .read, of: name))
        }
        let failures = Locked<[String]>([])
        let rounds = try #require(
            HostRounds(fixture.service, fetches: true, looksForIcons: false) { name, error in
                failures.withLock { $0.append(name + ": " + error.text) }
            })
        try rounds.runAll()
        #expect(failures.withLock { $0 } == [])
        for (name, token) in zip(["anna", "ben"], tokens) {
            let answer = try await fixture.ask(.get, "/v1/search?q=\(name)", token: token)
            #expect(answer.object["total"] as? Int == 1)
        }
        await site.server.stop()
    }
}
