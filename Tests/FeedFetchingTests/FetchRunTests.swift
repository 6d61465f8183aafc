import Formats
import Foundation
import Testing

@testable import FeedFetching

@Suite struct FetchRunTests {
    private func fetcher(_ names: [String]) throws -> Fetcher {
        var fetcher = Fetcher(policy: try AddressPolicy(allowing: names))
        // However long the machine is busy with other tests: no fetch here is to run out of its own time.
        fetcher.limits.timeout = .seconds(3_600)
        fetcher.resolver = StubResolver(Dictionary(uniqueKeysWithValues: names.map { ($0, ["127.0.0.1"]) }))
        return fetcher
    }

    @Test("One host gets no more than its share at once")
    func perHost() async throws {
        let server = try FeedServer()
        let requests = (0..<12).map { FetchRequest(server.url("/slow?0.1"), token: $0) }
        for await result in try server.fetcher().run(requests) { _ = try result.outcome.feed }
        #expect(try await server.log().most == 4)
    }

    @Test(
        "Feeds that hang or drip do not hold up the healthy ones of their host", .timeLimit(.minutes(60)),
        arguments: ["/slow?900", "/trickle"])
    func hangingFeeds(path: String) async throws {
        let server = try FeedServer()
        let hanging = (0..<5).map { FetchRequest(server.url(path), token: $0) }
        let healthy = (5..<50).map { FetchRequest(server.url("/feed"), token: $0) }
        var fetcher = try server.fetcher()
        // Longer than the test: nobody is let in because a hanging feed has run out of time.
        fetcher.limits.timeout = .seconds(3_600)
        let run = fetcher.run(hanging + healthy)
        var fetched = 0
        for await result in run {
            guard result.token >= 5 else { continue }
            _ = try result.outcome.feed
            fetched += 1
            if fetched == 45 { break }
        }
        run.cancel()
        #expect(fetched == 45)
        #expect(try await server.log().most <= 9 + 1)
    }

    @Test("However many feeds of a host hang, the healthy ones wait for their turn and never fail")
    func manyHangingFeeds() async throws {
        let server = try FeedServer()
        var fetcher = try server.fetcher()
        fetcher.limits.timeout = .seconds(6)
        fetcher.limits.stallTime = .milliseconds(500)
        let hanging = (0..<20).map { FetchRequest(server.url("/slow?900"), token: $0) }
        let healthy = (20..<30).map { FetchRequest(server.url("/feed"), token: $0) }
        for await result in fetcher.run(hanging + healthy) {
            if result.token >= 20 {
                _ = try result.outcome.feed
            } else {
                #expect(try result.outcome.failure.kind == .timeout)
                // From its own start, not from that of the run.
                #expect(result.elapsed >= .seconds(5))
            }
        }
    }

    @Test("Stalled transfers free their host's places, at most eight of them")
    func stalledPlaces() {
        var backlog = HostBacklog()
        for _ in 0..<20 { backlog.add(FetchRequest("http://host.example/")) }
        func take() -> Int {
            var count = 0
            while backlog.takeReady(perHost: 4) != nil { count += 1 }
            return count
        }
        let host = "host.example"
        #expect(take() == 4)
        #expect((0..<4).allSatisfy { _ in backlog.setAside(host, limit: 8) } && take() == 4)
        #expect((0..<4).allSatisfy { _ in backlog.setAside(host, limit: 8) } && take() == 4)
        #expect(!backlog.setAside(host, limit: 8) && take() == 0)
        backlog.release(host, isAside: true)
        #expect(take() == 0)
        backlog.release(host)
        #expect(take() == 1)
        #expect(backlog.setAside(host, limit: 8) && take() == 1)
    }

    @Test("A slow host delays no other")
    func slowHost() async throws {
        let server = try FeedServer.shared
        let fetcher = try fetcher(["slow.example", "fast.example"])
        let slow = (0..<8).map { FetchRequest(server.url("/slow?900", host: "slow.example"), token: $0) }
        let fast = (0..<100).map { FetchRequest(server.url("/feed", host: "fast.example"), token: 100 + $0) }
        var order: [Int64] = []
        let run = fetcher.run(slow + fast)
        for await result in run {
            order.append(result.token)
            if order.count == 100 { run.cancel() }
        }
        #expect(order.count == 108)
        #expect(order.prefix(100).allSatisfy { $0 >= 100 })
    }

    @Test("Hosts that hang make room after two seconds, even if they fill every place")
    func hangingHosts() async throws {
        let server = try FeedServer.shared
        let hosts = (0..<4).map { "h\($0).example" }
        var fetcher = try fetcher(hosts + ["fast.example"])
        fetcher.limits.concurrency = 4
        let slow = hosts.map { FetchRequest(server.url("/slow?900", host: $0), token: 0) }
        let run = fetcher.run(slow + [FetchRequest(server.url("/feed", host: "fast.example"), token: 1)])
        for await result in run {
            #expect(result.token == 1)
            break
        }
        run.cancel()
    }

    @Test("Cancelling keeps what has arrived and reports the rest as cancelled, each once")
    func cancel() async throws {
        let server = try FeedServer.shared
        let fetcher = try fetcher(["slow.example", "fast.example"])
        let requests =
            (0..<3).map { FetchRequest(server.url("/feed", host: "fast.example"), token: $0) }
            + (3..<30).map { FetchRequest(server.url("/slow?900", host: "slow.example"), token: $0) }
        let run = fetcher.run(requests)
        var fetched = 0
        var cancelled = 0
        var tokens: Set<Int64> = []
        for await result in run {
            tokens.insert(Int64(result.token))
            switch result.outcome {
            case .fetched: fetched += 1
            case .cancelled: cancelled += 1
            default: Issue.record("\(result.outcome)")
            }
            if fetched == 1 { run.cancel() }
        }
        // How many had arrived by then is the machine's business.
        #expect(tokens.count == 30 && fetched + cancelled == 30)
        #expect(cancelled > 0)
    }

    @Test("Bodies that nobody takes hold up the run, not the memory")
    func backpressure() async throws {
        let server = try FeedServer.shared
        var fetcher = try server.fetcher()
        fetcher.limits.maxHeldBytes = 2 << 20
        let run = fetcher.run((0..<20).map { FetchRequest(server.url("/size?1000000"), token: $0) })
        try await Task.sleep(for: .milliseconds(700))
        #expect(run.queue.heldBytes <= 8 << 20)
        var count = 0
        for await result in run { count += try result.outcome.feed.body.count }
        #expect(count == 20_000_000)
    }

    private struct Hanging: HostResolving {
        func addresses(of host: String) -> [IPAddress] {
            if host == "hang.example" { sleep(3_600) }
            return []
        }
    }

    @Test("A message to a host whose look-up hangs fails within its own time limit")
    func hangingLookupOfPost() throws {
        let fetcher = Fetcher(resolver: Hanging())
        var post = WebPost(url: "http://hang.example/hook", headers: [], body: [])
        post.timeout = .seconds(1)
        let failure = #expect(throws: FetchFailure.self) { try fetcher.post(post, unixTime: 0) }
        #expect(failure?.kind == .timeout)
    }

    @Test("A lookup that hangs holds up only its own feed, and no longer than its time")
    func hangingLookup() async throws {
        let server = try FeedServer.shared
        var fetcher = try server.fetcher()
        fetcher.resolver = Hanging()
        var hanging = FetchRequest("http://hang.example/")
        hanging.timeout = .seconds(1)
        let requests = [hanging, FetchRequest(server.url("/feed"), token: 1)]
        for await result in fetcher.run(requests) {
            if result.token == 0 {
                #expect(try result.outcome.failure.kind == .timeout)
                #expect(result.elapsed < .seconds(1_800))
            } else {
                #expect(try result.outcome.feed.answer.status == 200)
            }
        }
    }

    @Test("The address that is connected to is judged again, whatever was resolved")
    func peerIsJudged() throws {
        let fetcher = Fetcher()
        let task = try FetchTask(FetchRequest("http://feeds.example/"), settings: fetcher, now: .now)
        #expect(task.mayConnect(to: IPAddress("93.184.216.34")))
        #expect(!task.mayConnect(to: IPAddress("127.0.0.1")))
        #expect(!task.mayConnect(to: IPAddress("::ffff:10.0.0.1")))
        #expect(!task.mayConnect(to: nil))
    }
}
