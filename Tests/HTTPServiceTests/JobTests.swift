import Accounts
import Articles
import FeedLibrary
import Foundation
import HTTPServer
import Messages
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// Imports, refreshes, and what is behind an address.
@Suite(.fewAtOnce) struct JobTests {
    private static let list = """
        <opml version="2.0"><head/><body><outline text="A">
        <outline type="rss" text="One" xmlUrl="https://example.org/1.xml"/>
        <outline type="rss" text="Two" xmlUrl="https://example.org/2.xml"/></outline>
        <outline type="rss" text="Beside" xmlUrl="feeds/beside.xml"/></body></opml>
        """

    private func post(_ fixture: ServiceFixture, _ target: String, _ body: [UInt8], type: String) async throws -> String
    {
        let request = try HTTPRequest(
            .post, target,
            headers: ["Authorization": "Bearer " + (fixture.tokens[.write] ?? ""), "Content-Type": type], body: body,
            peer: .unix)
        let response = await fixture.service.respond(to: request)
        #expect(response.status == 202)
        return try #require(response.headers["Location"])
    }

    /// The job once it has ended.
    private func ended(_ location: String, _ fixture: ServiceFixture) async throws -> [String: Any] {
        for _ in 0..<600 {
            let job = try await fixture.get(location).object
            if let state = job["state"] as? String, state != "waiting", state != "running" { return job }
            try await Task.sleep(for: .milliseconds(50))
        }
        return [:]
    }

    private func leftovers(_ fixture: ServiceFixture) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: fixture.databasePath + ".uploads")
    }

    /// A tar archive of the list and a document that has no address of its own.
    private func archive(_ fixture: ServiceFixture) throws -> [UInt8] {
        let folder = fixture.folder + "/archive"
        try FileSystem.makeFolders(folder + "/feeds")
        try FileSystem.replace(folder + "/list.opml", with: Array(Self.list.utf8), mode: 0o600)
        let feed = LocalSite.feed(["Stork one", "Stork two"])
        try FileSystem.replace(folder + "/feeds/beside.xml", with: Array(feed.utf8), mode: 0o600)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/tar")
        process.arguments = ["czf", fixture.folder + "/a.tgz", "-C", folder, "list.opml", "feeds"]
        try process.run()
        process.waitUntilExit()
        return Array(try Data(contentsOf: URL(filePath: fixture.folder + "/a.tgz")))
    }

    @Test("A list is imported by a job; a document beside it is none of the server's files")
    func list() async throws {
        let fixture = try ServiceFixture()
        let location = try await post(fixture, "/v1/import", Array(Self.list.utf8), type: "text/x-opml")
        let job = try await ended(location, fixture)
        #expect(job["state"] as? String == "done" && job["kind"] as? String == "import")
        let report = try #require(job["report"] as? [String: Any])
        #expect(report["added"] as? Int == 2)
        let rejected = report["rejected"] as? [[String: String]]
        #expect(rejected?.first?["where"]?.hasPrefix("body.opml:") == true)
        #expect(try await fixture.get("/v1/feeds").object["feeds"].map { ($0 as? [Any])?.count } == 2)
        let jobs = try await fixture.get("/v1/jobs").object["jobs"] as? [[String: Any]]
        #expect(jobs?.count == 1 && jobs?.first?["report"] == nil)
        #expect(try leftovers(fixture) == [])
    }

    @Test(
        "An archive brings its documents; importing it again stores nothing twice, and no path of the server is shown")
    func archives() async throws {
        let fixture = try ServiceFixture()
        let bytes = try archive(fixture)
        for round in 0..<2 {
            let job = try await ended(try await post(fixture, "/v1/import", bytes, type: "application/gzip"), fixture)
            let report = try #require(job["report"] as? [String: Any])
            #expect(report[round == 0 ? "added" : "present"] as? Int == 3)
            let articles = try #require(report["articles"] as? [String: Any])
            #expect(articles[round == 0 ? "inserted" : "unchanged"] as? Int == 2)
        }
        let feeds = try await fixture.get("/v1/feeds")
        #expect(String(decoding: feeds.bytes, as: UTF8.self).contains("import:feeds/beside.xml"))
        #expect(!String(decoding: feeds.bytes, as: UTF8.self).contains(fixture.folder))
        #expect(try await fixture.get("/v1/search?q=stork").object["total"] as? Int == 2)
        #expect(try leftovers(fixture) == [])
    }

    @Test("What is neither list nor archive ends with a report; a name in the body leads nowhere")
    func hostile() async throws {
        let fixture = try ServiceFixture()
        let outline = { (url: String) in #"<opml><body><outline type="rss" text="x" xmlUrl="\#(url)"/></body></opml>"# }
        let bodies: [[UInt8]] = [
            [0], Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0xFF, count: 100), [0x1F, 0x8B, 0x08, 0, 0],
            Array(outline("../../../../etc/passwd").utf8), Array(outline("/etc/passwd").utf8),
            Array(outline("file:///etc/passwd").utf8), Array(outline("../library.db").utf8),
        ]
        for body in bodies {
            let job = try await ended(try await post(fixture, "/v1/import", body, type: "text/plain"), fixture)
            #expect(job["state"] as? String == "done", "\(job)")
            #expect(!"\(job)".contains(fixture.folder), "\(job)")
        }
        #expect(try await fixture.post("/v1/import", "", type: "text/plain").status == 400)
        #expect((try await fixture.get("/v1/feeds").object["feeds"] as? [Any])?.count == 0)
        #expect(try leftovers(fixture) == [])
    }

    @Test("Jobs wait in a bounded queue; one that waits is cancelled at once, and its body goes")
    func queue() async throws {
        let fixture = try ServiceFixture()
        let release = DispatchSemaphore(value: 0)
        let jobs = fixture.service.home.jobs
        let cancel: @Sendable () -> Void = { release.signal() }
        let first = try jobs.add(.refresh, .english, cancel: cancel) { _ in
            release.wait()
            return Array("{}".utf8)
        }
        while jobs.job(first.id)?.state != .running { try await Task.sleep(for: .milliseconds(5)) }
        var locations: [String] = []
        for _ in 0..<JobQueue.maxWaiting {
            locations.append(try await post(fixture, "/v1/import", Array(Self.list.utf8), type: "text/x-opml"))
        }
        let refused = try await fixture.post("/v1/import", Self.list, type: "text/x-opml")
        #expect(refused.status == 429 && refused.headers["Retry-After"] != nil)
        for location in locations {
            #expect(try await fixture.ask(.delete, location, token: fixture.tokens[.write]).status == 204)
            #expect(try await fixture.get(location).object["state"] as? String == "cancelled")
        }
        #expect(try leftovers(fixture) == [])
        #expect(try await fixture.ask(.delete, "/v1/jobs/none", token: fixture.tokens[.write]).status == 404)
        #expect(try await fixture.get("/v1/jobs/none").status == 404)
        let location = "/v1/jobs/" + first.id
        #expect(try await fixture.ask(.delete, location, token: fixture.tokens[.write]).status == 204)
        #expect(try await ended(location, fixture)["state"] as? String == "cancelled")
        // One that has ended is forgotten.
        #expect(try await fixture.ask(.delete, location, token: fixture.tokens[.write]).status == 204)
        #expect(try await fixture.get(location).status == 404)
        #expect(try await fixture.get("/v1/feeds").object["feeds"].map { ($0 as? [Any])?.count } == 0)
    }

    @Test("Of jobs that have ended, only some are kept, and not for ever")
    func forgotten() async throws {
        let now = Locked<Int64>(0)
        let cancel: @Sendable () -> Void = {}
        let jobs = JobQueue(clock: SystemClock(now: { now.withLock { $0 } }, monotonicSeconds: { 0 }))
        for _ in 0..<JobQueue.maxKept + 10 {
            let job = try jobs.add(.refresh, .english, cancel: cancel) { _ in Array("{}".utf8) }
            while jobs.job(job.id)?.state != .done { try await Task.sleep(for: .milliseconds(1)) }
        }
        #expect(jobs.all.count == JobQueue.maxKept)
        now.withLock { $0 = JobQueue.maxAge + 1 }
        #expect(jobs.all.isEmpty)
    }

    @Test("A refresh fetches what is named; what is on this machine only where the settings allow it")
    func refresh() async throws {
        let site = try LocalSite.start(["feed.xml": LocalSite.feed(["Ibis one", "Ibis two"])])
        var settings = LibrarySettings()
        settings.allowed = "127.0.0.1"
        for isAllowed in [true, false] {
            let fixture = try ServiceFixture(settings: isAllowed ? settings : LibrarySettings())
            let list = #"<opml><body><outline type="rss" text="L" xmlUrl="\#(site.origin)/feed.xml"/></body></opml>"#
            _ = try await ended(try await post(fixture, "/v1/import", Array(list.utf8), type: "text/x-opml"), fixture)
            let number = try #require(try Library(path: fixture.databasePath, for: .reading).store.feeds().first?.id)
            for body in [#"{"feeds":[\#(number)]}"#, #"{"feeds":["\#(site.origin)/feed.xml"]}"#] {
                let job = try await ended(
                    try await post(fixture, "/v1/refresh", Array(body.utf8), type: "application/json"), fixture)
                let report = try #require(job["report"] as? [String: Any])
                #expect(report["feeds"] as? Int == 1 && report["failed"] as? Int == (isAllowed ? 0 : 1), "\(report)")
            }
            #expect(try await fixture.get("/v1/search?q=ibis").object["total"] as? Int == (isAllowed ? 2 : 0))
            for wrong in [#"{"feeds":[]}"#, #"{"feeds":"x"}"#, #"{"feeds":[{}]}"#, "[]", #"{"feeds":["nowhere"]}"#] {
                let status = try await fixture.post("/v1/refresh", wrong).status
                #expect(status == 400, "\(wrong)")
            }
            #expect(try await fixture.post("/v1/refresh", #"{"feeds":[999]}"#).status == 404)
            #expect(try await fixture.ask(.post, "/v1/refresh", token: fixture.tokens[.write]).status == 202)
        }
        await site.server.drain(within: .seconds(1))
    }

    @Test("A preview shows the feeds behind a page and stores nothing; addresses of this machine need the settings")
    func discover() async throws {
        let site = try LocalSite.start([
            "": #"<html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head></html>"#,
            "feed.xml": LocalSite.feed(["Crane one", "Crane two"]),
        ])
        var settings = LibrarySettings()
        settings.allowed = "127.0.0.1"
        let fixture = try ServiceFixture(settings: settings)
        let found = try await fixture.get("/v1/discover?url=\(site.origin)/").object["feeds"] as? [[String: Any]]
        #expect(found?.count == 1 && found?.first?["title"] as? String == "Local news")
        let newest = found?.first?["newest"] as? [[String: Any]]
        #expect(newest?.map { $0["title"] as? String } == ["Crane two", "Crane one"])
        #expect((try await fixture.get("/v1/feeds").object["feeds"] as? [Any])?.count == 0)

        let strict = try ServiceFixture()
        for url in [
            site.origin + "/", "http://169.254.169.254/", "http://localhost/", "http://[::1]/", "file:///etc/passwd",
            "x", "",
            "gopher://example.org/",
        ] {
            let answer = try await strict.get("/v1/discover?url=" + url)
            #expect(answer.status == 400, "\(url)")
        }
        // Nor is such an address subscribed to.
        let answer = try await strict.post("/v1/feeds", #"{"url":"\#(site.origin)/feed.xml"}"#)
        #expect(answer.status == 400)
        #expect((try await strict.get("/v1/feeds").object["feeds"] as? [Any])?.count == 0)
        await site.server.drain(within: .seconds(1))
    }
}
