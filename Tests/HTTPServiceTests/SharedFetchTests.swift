import Accounts
import Articles
import FeedLibrary
import Formats
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// Fetches that the libraries of a host share.
@Suite(.fewAtOnce) struct SharedFetchTests {
    /// A host whose libraries subscribe to feeds of one site.
    struct Host {
        let fixture: HostFixture
        let site: CountingSite
        let rounds: HostRounds
        let failures: Locked<[String]>

        init(looksForIcons: Bool = false) throws {
            site = try CountingSite()
            fixture = try HostFixture { options in
                var settings = LibrarySettings()
                settings.allowed = "127.0.0.1"
                options = LibraryHost.Options(place: options.place, localFolder: "/nonexistent") { [settings] _ in
                    settings
                }
            }
            // The fetcher uses the system's clock.
            fixture.now.withLock { $0 = SystemClock.system.now() }
            let failures = Locked<[String]>([])
            self.failures = failures
            rounds = try #require(
                HostRounds(fixture.service, fetches: true, looksForIcons: looksForIcons) { name, error in
                    failures.withLock { $0.append(name + ": " + error.text) }
                })
        }

        /// Adds an account whose library subscribes to these paths.
        func add(_ name: String, _ paths: [String], interval: Int64? = nil, origin: String? = nil) throws {
            let library = try fixture.add(name)
            let own = try Library(path: fixture.place.location(of: library.address), for: .changing)
            let list = fixture.folder + "/\(name).opml"
            let outlines = paths.map { "<outline xmlUrl=\"\(origin ?? site.origin)/\($0)\"/>" }.joined()
            try FileSystem.replace(list, with: Array("<opml><body>\(outlines)</body></opml>".utf8), mode: 0o600)
            _ = try own.lists.importFiles([list])
            guard let interval else { return }
            for feed in try own.store.dueFeeds(now: .max, dueOnly: false) {
                var options = FeedOptions()
                options.interval = interval
                try own.store.setOptions(options, of: feed.feed)
            }
        }

        func library(_ name: String) throws -> Library {
            let entry = try #require(try fixture.accounts.hostedLibrary(named: name))
            return try Library(path: fixture.place.location(of: entry.address), for: .changing)
        }

        func count(_ name: String) throws -> Int { try library(name).store.storeStatistics().articles }

        func round() async throws {
            let rounds = rounds
            try await Task.detached { try rounds.runAll() }.value
            #expect(failures.withLock { $0 } == [])
        }

        func advance(_ seconds: Int64) { fixture.now.withLock { $0 += seconds } }

        var now: Int64 { fixture.now.withLock { $0 } }

        /// The only feed of an account.
        func state(_ name: String) throws -> FeedFetchState {
            try #require(try library(name).store.dueFeeds(now: .max, dueOnly: false).first)
        }

        /// Makes the only feed of an account due, as a retry or the message of a hub does.
        func reset(_ name: String) throws { try library(name).store.resetFetching(of: state(name).feed) }

        /// What the libraries share about these paths.
        func entries(_ paths: [String]) throws -> [SharedFetchEntry] {
            let ids = paths.map { path in
                SHA256.hash(Array((site.origin + "/" + path).utf8)).prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
            }
            return try Array(SharedFetchStore(try SharedFetchFile(fixture.folder + "/fetches.db")).entries(ids).values)
        }

        func entry(_ path: String) throws -> SharedFetchEntry { try #require(try entries([path]).first) }

        /// Refreshes the library of an account by hand.
        func refreshByHand(_ name: String) throws {
            var settings = LibrarySettings()
            settings.allowed = "127.0.0.1"
            settings.network = HostNetwork()
            let now = now
            let clock = SystemClock(now: { now }, monotonicSeconds: SystemClock.system.monotonicSeconds)
            let run = try RefreshRun(RefreshRequest(), settings, clock)
            let library = try library(name)
            _ = try run.refresh(run.feeds(in: library), in: library)
        }
    }

    private static let day: Int64 = 86_400

    @Test("20 libraries with 10 common feeds make one request for each feed and interval, and all get all articles")
    func once() async throws {
        let host = try Host()
        let paths = (1...10).map { "feed\($0)" }
        for path in paths { host.site.feed(path, ["1", "2"]) }
        let names = (1...20).map { "person\($0)" }
        for name in names { try host.add(name, paths) }
        try await host.round()
        #expect(host.site.requests.map(\.path).sorted() == paths.sorted())
        for name in names { #expect(try host.count(name) == 20) }

        host.advance(600)
        try await host.round()
        #expect(host.site.requests.count == 10)

        // The libraries share the validators, so the first request is conditional, whichever library sends it.
        host.site.forgetRequests()
        host.site.feed("feed3", ["1", "2", "3"])
        host.advance(8 * Self.day)
        try await host.round()
        #expect(host.site.requests.map(\.path).sorted() == paths.sorted())
        #expect(host.site.requests.count(where: \.isConditional) == 10)
        for name in names { #expect(try host.count(name) == 21) }
        // All libraries have the same time of the next fetch.
        let next = try names.map { try host.library($0).store.dueFeeds(now: .max, dueOnly: false).map(\.nextFetch) }
        #expect(Set(next).count == 1)
        await host.site.stop()
    }

    @Test("A library that was not refreshed for some time gets the current articles without another request")
    func late() async throws {
        let host = try Host()
        host.site.feed("feed", ["1"])
        try host.add("anna", ["feed"])
        try await host.round()
        host.site.forgetRequests()
        // The library of another account subscribes, as after a kill between two deliveries.
        try host.add("ben", ["feed"])
        try await host.round()
        #expect(try host.site.requests == [] && host.count("ben") == 1)
        try await host.round()
        #expect(try host.count("ben") == 1)
        await host.site.stop()
    }

    @Test(
        "The first result of a new subscription takes as long as a fetch, so that it does not show other subscriptions")
    func firstResult() async throws {
        let host = try Host()
        host.site.feed("feed", ["1"])
        host.site.delay(.milliseconds(600))
        try host.add("anna", ["feed"])
        try await host.round()
        try host.add("ben", ["feed"])
        let start = ContinuousClock.now
        try await host.round()
        #expect(ContinuousClock.now - start >= .milliseconds(550))
        #expect(try host.site.requests.count == 1 && host.count("ben") == 1)
        await host.site.stop()
    }

    @Test("If the shared fetches are lost or damaged, the feeds are fetched again, and no article is stored twice")
    func damaged() async throws {
        let host = try Host()
        host.site.feed("feed", ["1"])
        try host.add("anna", ["feed"])
        try host.add("ben", ["feed"])
        try await host.round()
        let path = host.fixture.folder + "/fetches.db"
        for suffix in ["-wal", "-shm"] { try? FileSystem.remove(path + suffix) }
        try FileSystem.replace(path, with: [UInt8](repeating: 7, count: 8_192), mode: 0o600)
        host.advance(8 * Self.day)
        host.site.feed("feed", ["1", "2"])
        _ = try? host.rounds.runAll()
        host.failures.withLock { $0 = [] }
        try FileSystem.remove(path)
        try await host.round()
        #expect(try host.count("anna") == 2 && host.count("ben") == 2)
        await host.site.stop()
    }

    @Test("A feed that another process is fetching stays due; after the process was killed, its claim expires")
    func claims() async throws {
        let host = try Host()
        host.site.feed("feed", ["1"])
        host.site.feed("other", ["1"])
        try host.add("anna", ["feed", "other"])
        let store = SharedFetchStore(try SharedFetchFile(host.fixture.folder + "/fetches.db"))
        let address = host.site.origin + "/feed"
        let digest = SHA256.hash(Array(address.utf8))
        let id = digest.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        let now = host.fixture.now.withLock { $0 }
        try store.claim([id], for: "another", now: now) { _, _ in
            [SharedFetchEntry(id: id, digest: digest, host: String(host.site.origin.dropFirst("http://".count)))]
        }
        try await host.round()
        // The limit for a host holds over all processes, so the other feed of the host waits, too.
        #expect(try host.site.requests == [] && host.count("anna") == 0)
        host.advance(SharedFetchStore.claimSeconds + 1)
        try await host.round()
        #expect(try host.site.requests.count == 2 && host.count("anna") == 2)
        await host.site.stop()
    }

    @Test("A failure is shared, and the back-off is that of the address")
    func failures() async throws {
        let host = try Host()
        host.site.answer(status: 500)
        for name in ["anna", "ben", "cora"] { try host.add(name, ["feed"]) }
        try await host.round()
        #expect(host.site.requests.count == 1)
        for name in ["anna", "ben", "cora"] {
            let state = try host.library(name).store.dueFeeds(now: .max, dueOnly: false)[0]
            #expect(state.failures == 1 && state.failureKind == "httpStatus" && state.failureText == "status 500")
        }
        host.site.answer(status: 200)
        host.site.feed("feed", ["1"])
        host.advance(8 * Self.day)
        try await host.round()
        #expect(host.site.requests.count == 2)
        for name in ["anna", "ben", "cora"] { #expect(try host.count(name) == 1) }
        await host.site.stop()
    }

    @Test("A host that asks for a pause gets no request of any library, and a feed that is gone is gone for all")
    func pauses() async throws {
        let host = try Host()
        host.site.answer(status: 429, headers: ["Retry-After": "3600"])
        try host.add("anna", ["feed"])
        try host.add("ben", ["other"])
        try await host.round()
        #expect(host.site.requests.count == 1)
        host.advance(60)
        try await host.round()
        #expect(host.site.requests.count == 1)
        host.site.answer(status: 410)
        host.advance(8 * Self.day)
        try host.add("cora", ["feed"])
        try await host.round()
        #expect(host.site.requests.count == 3)
        for name in ["anna", "ben", "cora"] {
            let due = try host.library(name).store.dueFeeds(now: .max, dueOnly: false)
            #expect(due.isEmpty)
        }
        await host.site.stop()
    }

    @Test("A feed with a password, and one on a private network that its account has confirmed, are never shared")
    func secrets() async throws {
        let host = try Host()
        host.site.feed("feed", ["1"])
        try host.add("anna", ["feed"])
        for (name, login) in [("ben", "reader:1"), ("cora", "reader:2")] {
            try host.add(name, ["feed"], origin: host.site.origin.replacing("http://", with: "http://\(login)@"))
        }
        try host.add("erin", ["feed"])
        let named = try host.library("erin")
        var options = FeedOptions()
        options.userAgent = "erin's reader"
        try named.store.setOptions(options, of: named.store.dueFeeds(now: .max, dueOnly: false)[0].feed)
        try host.add("dora", ["feed"])
        let own = try host.library("dora")
        try own.store.trust(host.site.origin, for: own.store.dueFeeds(now: .max, dueOnly: false)[0].feed)
        try await host.round()
        let known = host.site.requests.compactMap(\.authorization)
        #expect(host.site.requests.count == 5 && Set(known).count == 2 && known.count == 2)
        for name in ["anna", "ben", "cora", "dora", "erin"] { #expect(try host.count(name) == 1) }
        // Only the first of these requests is stored for other libraries.
        let store = SharedFetchStore(try SharedFetchFile(host.fixture.folder + "/fetches.db"))
        let id = SHA256.hash(Array((host.site.origin + "/feed").utf8)).prefix(8).reduce(Int64(0)) {
            $0 << 8 | Int64($1)
        }
        #expect(try store.entries([id]).count == 1)
        await host.site.stop()
    }

    @Test("An interval that one library has set makes the address be fetched more often, and the others get the result")
    func interval() async throws {
        let host = try Host()
        host.site.feed("feed", ["1"])
        try host.add("anna", ["feed"], interval: 300)
        try host.add("ben", ["feed"])
        try await host.round()
        #expect(host.site.requests.count == 1)
        host.advance(340)
        host.site.feed("feed", ["1", "2"])
        try await host.round()
        #expect(host.site.requests.count == 2)
        #expect(try host.count("anna") == 2 && host.count("ben") == 1)
        host.advance(8 * Self.day)
        try await host.round()
        #expect(try host.site.requests.count == 3 && host.count("ben") == 2)
        await host.site.stop()
    }

    @Test(
        "During a fault, neither a short interval nor repeated retries of one library prolong the pause of the others")
    func repeatedFailures() async throws {
        let host = try Host()
        host.site.answer(status: 500)
        try host.add("anna", ["feed"], interval: 1)
        try host.add("ben", ["feed"])
        try await host.round()
        let first = try host.entry("feed")
        #expect(host.site.requests.count == 1 && first.failures == 1)
        // The back-off of a feed with a short interval is shorter than that of the address.
        host.advance(2_100)
        try await host.round()
        #expect(host.site.requests.count == 1)
        for _ in 0..<3 {
            host.advance(60)
            try host.reset("anna")
            try await host.round()
        }
        let last = try host.entry("feed")
        #expect(host.site.requests.count == 4)
        #expect(last.failures == 1 && last.nextFetch == first.nextFetch)

        // An early request that fails for the first time.
        host.site.answer(status: 200)
        host.site.feed("feed", ["1"])
        host.advance(8 * Self.day)
        try await host.round()
        let success = try host.entry("feed")
        #expect(success.failure == nil)
        host.site.answer(status: 500)
        host.advance(60)
        try host.reset("anna")
        try await host.round()
        #expect(try host.site.requests.count == 6 && host.state("anna").failures == 1)
        let kept = try host.entry("feed")
        #expect(kept.failure == nil && kept.nextFetch == success.nextFetch && kept.claim == nil)
        await host.site.stop()
    }

    @Test("A retry and the message of a hub make a request at once, whatever another library has fetched")
    func resets() async throws {
        let host = try Host()
        host.site.feed("feed", ["1"])
        for name in ["anna", "ben"] { try host.add(name, ["feed"]) }
        try await host.round()
        host.site.feed("feed", ["1", "2"])
        host.advance(60)
        try host.reset("ben")
        try await host.round()
        #expect(try host.site.requests.count == 2 && host.count("ben") == 2)
        await host.site.stop()
    }

    @Test("A shared failure does not replace a later success of a library's own")
    func ownSuccess() async throws {
        let host = try Host()
        host.site.answer(status: 500)
        for name in ["anna", "ben"] { try host.add(name, ["feed"]) }
        try await host.round()
        host.site.answer(status: 200)
        host.site.feed("feed", ["1"])
        host.advance(10)
        try host.refreshByHand("ben")
        #expect(try host.site.requests.count == 2 && host.state("ben").failures == 0)
        // The feed of this library is due before the back-off of the address ends.
        host.advance(4_200)
        try await host.round()
        #expect(try host.site.requests.count == 3 && host.state("ben").failures == 0)
        await host.site.stop()
    }

    @Test("A long pause that a host asks for holds for the feed that got the response, and 15 minutes for other feeds")
    func longPause() async throws {
        let host = try Host()
        host.site.answer(status: 429, headers: ["Retry-After": "86400"])
        try host.add("anna", ["feed"])
        try await host.round()
        let start = host.now
        for (name, path) in [("ben", "other"), ("cora", "feed")] { try host.add(name, [path]) }
        try await host.round()
        #expect(host.site.requests.count == 1)
        #expect(try host.state("anna").notBefore >= start + 86_000)
        #expect(try host.state("cora").notBefore <= start + 960)
        host.advance(1_000)
        host.site.answer(status: 200)
        host.site.feed("other", ["1"])
        try await host.round()
        #expect(try host.site.requests.map(\.path) == ["feed", "other"] && host.count("ben") == 1)
        await host.site.stop()
    }

    @Test("The file of a library of a host contains no names of hosts that asked for a pause")
    func ownQuietHosts() async throws {
        let host = try Host()
        host.site.answer(status: 429, headers: ["Retry-After": "600"])
        try host.add("anna", ["feed"])
        try host.refreshByHand("anna")
        try await host.round()
        #expect(host.site.requests.count == 1)
        #expect(try host.library("anna").store.clientStates(prefix: "fetch.quiet:").isEmpty)
        await host.site.stop()
    }

    @Test("If what the libraries share cannot be used, each fetches for itself, and the fault is reported once")
    func withoutCache() async throws {
        let host = try Host()
        host.site.feed("feed", ["1"])
        for name in ["anna", "ben"] { try host.add(name, ["feed"]) }
        let path = host.fixture.folder + "/fetches.db"
        try FileSystem.makeFolders(path)
        try host.rounds.runAll()
        #expect(try host.count("anna") == 1 && host.count("ben") == 1)
        #expect(host.failures.withLock { $0.count } == 1)

        // Now a fault that begins after a successful round.
        let other = try Host()
        other.site.feed("feed", ["1"])
        for name in ["anna", "ben"] { try other.add(name, ["feed"]) }
        try await other.round()
        let file = other.fixture.folder + "/fetches.db"
        for suffix in ["", "-wal", "-shm"] { try? FileSystem.remove(file + suffix) }
        try FileSystem.makeFolders(file)
        other.site.feed("feed", ["1", "2"])
        for _ in 0..<2 {
            other.advance(8 * Self.day)
            try other.rounds.runAll()
        }
        #expect(try other.count("anna") == 2 && other.count("ben") == 2)
        #expect(other.failures.withLock { $0.count } == 1)
        await host.site.stop()
        await other.site.stop()
    }

    @Test("The times of a feed do not show that another library has fetched it, and addresses are not stored")
    func times() async throws {
        let host = try Host()
        host.site.feed("feed", ["1"])
        try host.add("anna", ["feed"])
        try await host.round()
        host.advance(3_000)
        try host.add("ben", ["feed"])
        try await host.round()
        #expect(try host.site.requests.count == 1 && host.count("ben") == 1)
        let state = try host.state("ben")
        #expect(state.nextFetch - state.lastFetch >= 810)
        #expect(try host.entry("feed").finalURL == nil)
        await host.site.stop()
    }

    @Test("A refresh claims at most 100 addresses of a host, so that others can fetch from it between two rounds")
    func parts() async throws {
        let host = try Host()
        let paths = (1...220).map { "feed\($0)" }
        for path in paths { host.site.feed(path, ["1"]) }
        try host.add("anna", paths)
        for count in [100, 200, 220] {
            try await host.round()
            #expect(try host.site.requests.count == count && host.count("anna") == count)
        }
        await host.site.stop()
    }

    @Test("Two rounds at once make one request for each address, and at most four at once to a host")
    func parallel() async throws {
        let host = try Host()
        let paths = (1...12).map { "feed\($0)" }
        for path in paths { host.site.feed(path, ["1"]) }
        let names = (1...6).map { "person\($0)" }
        for name in names { try host.add(name, paths) }
        host.site.delay(.milliseconds(50))
        let service = host.fixture.service
        let failures = host.failures
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    let rounds = try #require(
                        HostRounds(service, fetches: true, looksForIcons: false) { name, error in
                            failures.withLock { $0.append(name + error.text) }
                        })
                    try await Task.detached { try rounds.runAll() }.value
                }
            }
            try await group.waitForAll()
        }
        // Libraries whose turn came during a fetch of another round are still due.
        try await host.round()
        #expect(host.site.requests.map(\.path).sorted() == paths.sorted())
        #expect(host.site.mostRunning <= 4)
        for name in names { #expect(try host.count(name) == 12) }
        await host.site.stop()
    }
}
