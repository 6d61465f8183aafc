import Accounts
import Dispatch
import FeedLibrary
import Foundation
import HTTPServer
import Ingestion
import Messages
import ServiceTestSupport
import Testing

@testable import HTTPService

/// Jobs in `/v1/events`.
@Suite(.fewAtOnce) struct JobEventTests {
    private let cancel: @Sendable () -> Void = {}

    private func follow(_ fixture: ServiceFixture, since id: String? = nil) async throws -> EventFollower {
        var headers: HTTPHeaders = ["Authorization": "Bearer " + (fixture.tokens[.read] ?? "")]
        if let id { headers.add("Last-Event-ID", id) }
        return try await .start(fixture, "/v1/events", headers: headers)
    }

    private func states(_ follower: EventFollower, of job: Job) -> [String] {
        follower.data("job").filter { $0["id"] as? String == job.id }.compactMap { $0["state"] as? String }
    }

    @Test("Followers are told of a job's progress at most four times a second, and always how it ended")
    func progress() async throws {
        let fixture = try ServiceFixture()
        let follower = try await follow(fixture)
        #expect(try await EventFollower.until { !follower.events.isEmpty })
        let begun = ContinuousClock.now
        let job = try fixture.service.home.jobs.add(.refresh, .english, cancel: cancel) { onProgress in
            for done in 1...2_000 {
                onProgress(.init(done: done, total: 2_000, of: "feeds"))
                usleep(1_000)
            }
            return Array(#"{"secret":"report"}"#.utf8)
        }
        #expect(try await EventFollower.until { states(follower, of: job).last == "done" })
        let seconds = Double((ContinuousClock.now - begun).components.seconds) + 1
        let told = follower.data("job")
        #expect(!told.isEmpty && Double(told.count) <= seconds * 4 + 1, "\(told.count) in \(seconds) s")
        let counts = told.compactMap { ($0["progress"] as? [String: Any])?["done"] as? Int }
        #expect(counts == counts.sorted() && counts.last == 2_000)
        #expect(told.allSatisfy { $0["kind"] as? String == "refresh" && $0["report"] == nil })
        #expect((told.last?["progress"] as? [String: Any])?["total"] as? Int == 2_000)
        // No event of a job has an id: the last one stays a token of the history.
        #expect(follower.events.filter { $0.name == "job" }.allSatisfy { $0.id == nil })
        #expect(follower.events.filter { $0.name == "unread" }.allSatisfy { $0.id.flatMap(Int.init) != nil })
    }

    @Test("A round of fetching that the service began by itself is told of, and stands in place of the one before")
    func rounds() async throws {
        let fixture = try ServiceFixture()
        let follower = try await follow(fixture)
        #expect(try await EventFollower.until { !follower.events.isEmpty })
        var report = FeedRefreshReport()
        // Where nothing was due, nothing is told.
        fixture.service.note(report, of: fixture.service.home)
        #expect(fixture.service.home.jobs.all.isEmpty)
        for feeds in 1...3 {
            (report.feeds, report.fetched) = (feeds, feeds)
            fixture.service.note(report, of: fixture.service.home)
        }
        #expect(
            try await EventFollower.until {
                (follower.data("job").last?["progress"] as? [String: Any])?["done"] as? Int == 3
            })
        #expect(follower.data("job").allSatisfy { $0["id"] as? String == "round" && $0["state"] as? String == "done" })
        #expect(fixture.service.home.jobs.all.map(\.id) == ["round"])
        let shown = try await fixture.get("/v1/jobs/round").object
        #expect((shown["report"] as? [String: Any])?["fetched"] as? Int == 3)
        #expect(try await fixture.get("/metrics").text.contains(#"feedsearch_fetches_total{outcome="fetched"} 6"#))
    }

    @Test("Whoever begins to follow hears of jobs that go on; whoever comes back, also of those that have ended")
    func reconnect() async throws {
        let fixture = try ServiceFixture()
        let jobs = fixture.service.home.jobs
        let release = DispatchSemaphore(value: 0)
        let first = try jobs.add(.refresh, .english, cancel: cancel) { _ in Array("{}".utf8) }
        let failed = try jobs.add(.import, .english, cancel: cancel) { _ in throw Problem(507, "full", .httpEmptyBody) }
        let running = try jobs.add(.refresh, .english, cancel: cancel) { _ in
            release.wait()
            return Array("{}".utf8)
        }
        #expect(try await EventFollower.until { jobs.job(running.id)?.state == .running })
        let waiting = try jobs.add(.refresh, .english, cancel: cancel) { _ in Array("{}".utf8) }
        let new = try await follow(fixture)
        #expect(try await EventFollower.until { !new.data("unread").isEmpty })
        #expect(new.data("job").compactMap { $0["id"] as? String } == [running.id, waiting.id])
        let back = try await follow(fixture, since: "1")
        #expect(try await EventFollower.until { !back.data("unread").isEmpty })
        #expect(
            back.data("job").compactMap { $0["state"] as? String } == ["done", "failed", "running", "waiting"])
        #expect((back.data("job")[1]["problem"] as? [String: Any])?["status"] as? Int == 507)
        #expect(states(back, of: first) == ["done"] && states(back, of: failed) == ["failed"])
        #expect(jobs.cancel(waiting.id))
        for follower in [new, back] {
            #expect(try await EventFollower.until { states(follower, of: waiting) == ["waiting", "cancelled"] })
        }
        release.signal()
        for follower in [new, back] {
            #expect(try await EventFollower.until { states(follower, of: running) == ["running", "done"] })
        }
        #expect(
            try await fixture.ask(
                .get, "/v1/events", token: fixture.tokens[.read], headers: ["Last-Event-ID": "x"]
            ).status == 400)
    }

    @Test("A follower hears of a job that ends before its first event")
    func endedBeforeFirstEvent() async throws {
        let fixture = try ServiceFixture()
        let first = try await follow(fixture)
        #expect(try await EventFollower.until { !first.events.isEmpty })
        let jobs = fixture.service.home.jobs
        var job: Job?
        let second = try await EventFollower.start(
            fixture, "/v1/events", headers: ["Authorization": "Bearer " + (fixture.tokens[.read] ?? "")]
        ) {
            let added = try jobs.add(.refresh, .english, cancel: cancel) { _ in Array("{}".utf8) }
            #expect(try await EventFollower.until { states(first, of: added).last == "done" })
            job = added
        }
        let ended = try #require(job)
        #expect(try await EventFollower.until { states(second, of: ended).last == "done" })
    }
}
