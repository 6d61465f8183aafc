import Dispatch
import FeedLibrary
import HTTPServer
import Messages
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// The limits of the jobs of all libraries together.
@Suite(.fewAtOnce) struct JobLimitTests {
    private static let clock = SystemClock(now: { 1_790_000_000 }, monotonicSeconds: { 1_000 })

    private func add(
        _ queue: JobQueue, _ work: @escaping @Sendable () -> [UInt8] = { Array("{}".utf8) }
    ) throws -> Job { try queue.add(.refresh, .english, cancel: {}, { _ in work() }) }

    private func ended(_ queues: [JobQueue]) async throws -> Bool {
        try await EventFollower.until { queues.allSatisfy { $0.all.allSatisfy(\.state.isFinal) } }
    }

    @Test("Few jobs of all accounts run at once, those of one account in turn, and too many waiting are refused")
    func waiting() async throws {
        let limits = JobLimits(maxRunning: 2, maxWaiting: 3)
        let queues = (0..<4).map { _ in JobQueue(clock: Self.clock, limits: limits) }
        let gate = DispatchSemaphore(value: 0)
        let running = Locked((now: 0, most: 0))
        let work: @Sendable () -> [UInt8] = {
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            gate.wait()
            running.withLock { $0.now -= 1 }
            return Array("{}".utf8)
        }
        _ = try add(queues[0], work)
        #expect(try await EventFollower.until { running.withLock { $0.now } == 1 })
        // The second job of an account waits although a thread is free; the job of another account runs.
        _ = try add(queues[0], work)
        _ = try add(queues[1], work)
        #expect(try await EventFollower.until { running.withLock { $0.now } == 2 })
        #expect(queues[0].all.map(\.state) == [.waiting, .running])
        _ = try add(queues[2], work)
        _ = try add(queues[3], work)
        for queue in queues {
            #expect {
                _ = try add(queue, work)
            } throws: { ($0 as? Problem)?.status == 503 }
        }
        #expect(throws: Problem.self) { try queues[0].check() }
        #expect(queues.map(\.all.count) == [2, 1, 1, 1])
        for _ in 0..<5 { gate.signal() }
        #expect(try await ended(queues))
        #expect(running.withLock { $0.most } == 2)
        _ = try add(queues[3])
        #expect(try await ended(queues))
    }

    @Test("Of the reports of all accounts, the oldest are forgotten, and one that is too large is not kept")
    func reports() async throws {
        let limits = JobLimits(maxReportBytes: 3 << 20, maxKeptBytes: 5 << 20)
        let queues = (0..<3).map { _ in JobQueue(clock: Self.clock, limits: limits) }
        let report = Array(repeating: UInt8(ascii: "1"), count: 2 << 20)
        var ids: [String] = []
        for queue in queues {
            ids.append(try add(queue) { report }.id)
            #expect(try await ended(queues))
        }
        #expect(try await EventFollower.until { queues[0].all.isEmpty })
        #expect(queues[1].job(ids[1])?.report?.count == 2 << 20 && queues[2].job(ids[2])?.report != nil)
        // Removing a report makes room for others.
        #expect(queues[1].cancel(ids[1]))
        let small = try add(queues[0]) { report }
        #expect(try await ended(queues))
        #expect(queues[0].job(small.id)?.report != nil && queues[2].job(ids[2])?.report != nil)
        let large = try add(queues[2]) { report + report }
        #expect(try await ended(queues))
        let kept = try #require(queues[2].job(large.id))
        #expect(kept.state == .done && kept.report == nil)
        #expect(kept.problem.map { String(decoding: $0, as: UTF8.self) }?.contains("3 MB") == true)
    }

    @Test("Two processes with the same host name and number give their jobs different names")
    func names() throws {
        let one = JobQueue(clock: Self.clock, process: "host-1-aaaa")
        let other = JobQueue(clock: Self.clock, process: "host-1-bbbb")
        let job = try add(one)
        #expect(other.problem(ofUnknown: job.id).code == "jobElsewhere")
        #expect(one.problem(ofUnknown: "host-1-aaaa-0").code == "noSuchJob")
    }
}
