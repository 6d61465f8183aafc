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
}
