import FeedFetching
import Formats
import System
import Testing

@Suite struct QuietHostsTests {
    private static func postponed(_ outcomes: [FetchOutcome]) -> Int {
        outcomes.count { if case .failed(let failure) = $0 { failure.kind == .postponed } else { false } }
    }

    private func fetch(_ urls: [String], _ fetcher: Fetcher) async -> [FetchOutcome] {
        var outcomes: [FetchOutcome] = []
        for await result in fetcher.run(urls.map { FetchRequest($0) }) { outcomes.append(result.outcome) }
        return outcomes
    }

    @Test("A host that answers 429 or 503 with Retry-After gets no more requests", arguments: [429, 503])
    func noMoreRequests(_ status: Int) async throws {
        let server = try FeedServer()
        var fetcher = try server.fetcher()
        // On a machine with other work the minutes that the server asks for pass within the test.
        fetcher.clock = SystemClock(now: { 1_780_000_000 }, monotonicSeconds: fetcher.clock.monotonicSeconds)
        let hosts = QuietHosts()
        fetcher.quietHosts = hosts
        fetcher.limits.perHost = 2
        let outcomes = await fetch((0..<30).map { server.url("/quiet?\(status)&\($0)") }, fetcher)
        let failures = try outcomes.map { try $0.failure }
        #expect(Self.postponed(outcomes) >= 28)
        #expect(failures.allSatisfy { $0.retryAfter.map { $0 > .seconds(590) && $0 <= .seconds(600) } == true })
        let learned = hosts.takeLearned()
        #expect(Array(learned.keys) == ["127.0.0.1:\(server.http)"])
        #expect(hosts.takeLearned().isEmpty)
        // Another process that knows of it sends nothing, not even behind a redirect of another host.
        let next = QuietHosts()
        next.begin(learned, now: fetcher.clock.now())
        fetcher.quietHosts = next
        #expect(Self.postponed(await fetch([server.url("/feed")], fetcher)) == 1)
        let other = try FeedServer()
        fetcher.policy = try AddressPolicy(allowing: ["127.0.0.1"])
        #expect(Self.postponed(await fetch([other.url("/to?\(server.url("/feed"))")], fetcher)) == 1)
        fetcher.quietHosts = nil
        let log = try await server.log()
        #expect(log.seen.count { !$0.line.contains("/log") } <= 2)
    }

    @Test("Other answers, and other ports of the machine, are no reason to wait")
    func otherAnswers() async throws {
        let server = try FeedServer()
        var fetcher = try server.fetcher()
        let hosts = QuietHosts()
        fetcher.quietHosts = hosts
        fetcher.limits.perHost = 1
        let paths = ["/status?429", "/status?503", "/quiet?404", "/quiet?500", "/feed"]
        let outcomes = await fetch(paths.map { server.url($0) }, fetcher)
        #expect(Self.postponed(outcomes) == 0 && hosts.takeLearned().isEmpty)
        #expect(try outcomes.last?.feed.answer.status == 200)
        hosts.begin(["127.0.0.1": fetcher.clock.now() + 60], now: fetcher.clock.now())
        #expect(Self.postponed(await fetch([server.url("/feed")], fetcher)) == 0)
    }

    @Test("A stored time is at most a day ahead, and one that is over counts no longer")
    func storedTimes() async throws {
        let server = try FeedServer.shared
        var fetcher = try server.fetcher()
        fetcher.quietHosts = QuietHosts()
        let host = "127.0.0.1:\(server.http)"
        let now = fetcher.clock.now()
        fetcher.quietHosts?.begin([host: now - 1], now: now)
        #expect(try await fetcher.fetch(FetchRequest(server.url("/same"))).feed.answer.status == 200)
        for far in [now + 400 * 86_400, Int64.max] {
            fetcher.quietHosts?.begin([host: far], now: now)
            let failure = try await fetcher.fetch(FetchRequest(server.url("/same"))).failure
            #expect(failure.kind == .postponed && failure.retryAfter.map { $0 <= .seconds(86_400) } == true)
        }
    }

    @Test("The pauses that all libraries follow are shorter, and many pauses do not keep a new one from being recorded")
    func shared() async throws {
        let server = try FeedServer()
        var fetcher = try server.fetcher()
        fetcher.clock = SystemClock(now: { 1_780_000_000 }, monotonicSeconds: fetcher.clock.monotonicSeconds)
        let now = fetcher.clock.now()
        let hosts = QuietHosts(longest: 300, maxCount: 3)
        fetcher.quietHosts = hosts
        hosts.begin(
            ["a.example": now + 10, "b.example": now + 20, "c.example": now + 30, "d.example": now + 9_000], now: now)
        #expect(Self.postponed(await fetch([server.url("/quiet?429")], fetcher)) == 0)
        #expect(hosts.takeLearned() == ["127.0.0.1:\(server.http)": now + 300])
        #expect(Self.postponed(await fetch([server.url("/feed"), "http://c.example/"], fetcher)) == 2)
        let free = await fetch(["http://b.example/"], fetcher)
        #expect(Self.postponed(free) == 0)
    }
}
