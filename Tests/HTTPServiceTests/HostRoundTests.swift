import Accounts
import Articles
import FeedLibrary
import HTTPServer
import Messages
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// The rounds of the libraries of a host.
@Suite(.fewAtOnce) struct HostRoundTests {
    private func count(_ library: ServedLibrary) async throws -> Int {
        try await library.read(in: .english) { try $0.store.storeStatistics().articles }
    }

    @Test("A round of a slow library ends at its time limit, and the others have theirs")
    func slowRound() async throws {
        let slow = try LocalSite.start(["slow.xml": LocalSite.feed(["slow"])], delay: .seconds(45))
        let quick = try LocalSite.start(["quick.xml": LocalSite.feed(["quick"])])
        let fixture = try HostFixture(hasRealClock: true) { options in
            let place = options.place
            var settings = LibrarySettings()
            settings.allowed = "127.0.0.1"
            options = LibraryHost.Options(place: place, localFolder: "/nonexistent") { [settings] _ in settings }
        }
        for (name, origin) in [("anna", slow.origin + "/slow"), ("ben", quick.origin + "/quick")] {
            let library = try fixture.add(name)
            let own = try Library(path: fixture.place.location(of: library.address), for: .changing)
            let list = fixture.folder + "/\(name).opml"
            try FileSystem.replace(
                list, with: Array("<opml><body><outline xmlUrl=\"\(origin).xml\"/></body></opml>".utf8), mode: 0o600)
            _ = try own.lists.importFiles([list])
        }
        let rounds = try #require(
            HostRounds(fixture.service, fetches: true, looksForIcons: false, maxSeconds: 1) { _, _ in })
        try await Task.detached { try rounds.runAll() }.value
        let host = try #require(fixture.service.host)
        let libraries = try host.libraries()
        let served = try libraries.map { try host.library($0) }
        #expect(try await count(served[1]) == 1)
        // The slow site has not responded yet, so its feed is still due.
        #expect(try await count(served[0]) == 0)
        let due = try await served[0].read(in: .english) { try $0.store.dueFeeds(now: 1_790_000_100, dueOnly: true) }
        #expect(due.count == 1 && due.first?.failures == 0)
        await quick.server.stop()
    }
}
