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

    @Test("A lookup that hangs holds up only its own feed, and no longer than its time")
    func hangingLookup() async throws {
        struct Hanging: HostResolving {
            func addresses(of host: String) -> [IPAddress] {
                if host == "hang.example" { sleep(3_600) }
                return []
            }
        }
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
