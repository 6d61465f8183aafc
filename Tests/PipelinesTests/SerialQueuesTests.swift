import Foundation
import System
import Testing

@testable import Pipelines

@Suite struct SerialQueuesTests {
    private struct Failure: Error, Equatable { var part: Int }

    @Test("Results are in the order of the parts", arguments: [1, 2, 8, 64])
    func order(_ count: Int) throws {
        let queues = SerialQueues(count: count, label: "test")
        for _ in 0..<3 { #expect(try queues.map { $0 * 2 } == (0..<count).map { $0 * 2 }) }
    }

    @Test("All parts run at the same time, even if there are more parts than processors")
    func sameTime() throws {
        let count = Machine.processorCount + 4
        let queues = SerialQueues(count: count, label: "test")
        let started = Locked(0)
        // Each part waits for all others to begin.
        let waited = try queues.map { _ in
            started.withLock { $0 += 1 }
            return (0..<60_000).contains { _ in
                Thread.sleep(forTimeInterval: 0.001)
                return started.withLock { $0 } == count
            }
        }
        #expect(!waited.contains(false))
    }

    @Test("The error of the first part that failed is thrown, after all parts have ended")
    func failure() {
        let ended = Locked(0)
        let queues = SerialQueues(count: 4, label: "test")
        #expect(throws: Failure(part: 1)) {
            try queues.map { part in
                defer { ended.withLock { $0 += 1 } }
                if part % 2 == 1 { throw Failure(part: part) }
            }
        }
        #expect(ended.withLock { $0 } == 4)
    }
}
