import Testing

@testable import FeedFetching

@Suite struct HostSlotsTests {
    @Test("A host has as many slots as the limit over all runs, and other hosts have their own")
    func limit() {
        let slots = HostSlots()
        #expect(slots.take("a", limit: 2) && slots.take("a", limit: 2))
        #expect(!slots.take("a", limit: 2) && slots.take("b", limit: 2))
        slots.release("a")
        #expect(slots.take("a", limit: 2) && !slots.take("a", limit: 2))
        for host in ["a", "a", "b"] { slots.release(host) }
        #expect(slots.take("a", limit: 1))
    }

    @Test("A host without a slot because of another run is tried again, and the others go on")
    func backlog() {
        var backlog = HostBacklog()
        for url in ["http://a/1", "http://b/1", "http://a/2"] { backlog.add(FetchRequest(url)) }
        let free = backlog.takeReady(perHost: 4) { $0 != "a" }
        #expect(free?.request.url == "http://b/1")
        let none = backlog.takeReady(perHost: 4)
        #expect(none?.host == nil)
        #expect(backlog.waitingCount == 2)
        backlog.retryBusyHosts()
        let later = [backlog.takeReady(perHost: 4), backlog.takeReady(perHost: 4)]
        #expect(later.map { $0?.request.url } == ["http://a/1", "http://a/2"])
        #expect(backlog.isEmpty)
    }

    @Test("A request that other runs keep from its host for too long is given back, and later ones wait anew")
    func refused() {
        var backlog = HostBacklog()
        let start = ContinuousClock.now
        for url in ["http://a/1", "http://a/2"] { backlog.add(FetchRequest(url)) }
        func take(at seconds: Int, _ isFree: Bool) -> String? {
            backlog.retryBusyHosts()
            return backlog.takeReady(perHost: 1, now: start + .seconds(seconds)) { _ in isFree }?.request.url
        }
        func given(at seconds: Int) -> [String] {
            backlog.takeRefused(since: start + .seconds(seconds) - .seconds(10)).map(\.url)
        }
        #expect(take(at: 0, false) == nil && given(at: 9) == [])
        #expect(take(at: 9, true) == "http://a/1")
        // The host is not refused while the run itself is fetching from it.
        #expect(given(at: 30) == [])
        backlog.release("a")
        #expect(take(at: 30, false) == nil && given(at: 39) == [])
        #expect(take(at: 40, false) == nil && given(at: 40) == ["http://a/2"] && backlog.isEmpty)
        backlog.add(FetchRequest("http://a/3"))
        #expect(take(at: 41, false) == nil && given(at: 45) == [])
        #expect(take(at: 46, true) == "http://a/3")
    }

    @Test("A request waits only a short time for the transfers of other runs to its host, and is then postponed")
    func postponed() async throws {
        let server = try FeedServer.shared
        var fetcher = try server.fetcher()
        let slots = HostSlots()
        fetcher.hostSlots = slots
        fetcher.limits.slotWait = .milliseconds(300)
        let url = server.url("/same")
        let host = HostBacklog.host(of: url)
        for _ in 0..<fetcher.limits.perHost { #expect(slots.take(host, limit: fetcher.limits.perHost)) }
        let failure = try await fetcher.fetch(FetchRequest(url)).failure
        #expect(failure.kind == .postponed && failure.retryAfter == .seconds(60))
        slots.release(host)
        #expect(try await fetcher.fetch(FetchRequest(url)).feed.answer.status == 200)
    }
}
