import Database
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import SQLite

@Suite final class PrefetcherTests {
    /// What was read, and a way to hold up a reader before it reads.
    private final class Log: Sendable {
        private let read = Mutex<[Int]>([])
        let gate = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)

        var elements: [Int] { read.withLock(\.self) }

        func note(_ index: Int, last: Int) {
            read.withLock { $0.append(index) }
            if index == last { ended.signal() }
        }

        func waitForEnd() -> Bool { ended.wait(timeout: .now() + 20) == .success }
    }

    private let path = FileManager.default.temporaryDirectory.appending(path: "prefetch-\(UUID().uuidString).db").path
    private let log = Log()

    init() throws { try Connection(path: path, mode: .create).execute("CREATE TABLE t (n)") }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Begins with elements 0 to 99; nothing is read before the gate is open.
    private func startHeldUp(_ prefetcher: Prefetcher) -> Prefetch {
        prefetcher.start(0..<100) { [log] _ in
            log.gate.wait()
            return { log.note($0, last: 99) }
        }
    }

    @Test("Each element is read once, by whichever connection is free")
    func all() throws {
        let prefetch = Prefetcher(path: path, connections: 4).start(3..<200) { [log] connection in
            _ = try connection.integer("SELECT count(*) FROM t")
            return { log.note($0, last: 199) }
        }
        #expect(log.waitForEnd())
        // The others may be at their last element still.
        for _ in 0..<2_000 where log.elements.count < 197 { usleep(1_000) }
        #expect(log.elements.sorted() == Array(3..<200))
        withExtendedLifetime(prefetch) {}
    }

    @Test("A wait is for the disk where it is long and something was read meanwhile, not where the processor was busy")
    func waits() throws {
        let reads = Mutex(0)
        let prefetcher = Prefetcher(path: path, longWait: .milliseconds(1)) { reads.withLock(\.self) }
        func wait(reading count: Int) -> Bool {
            let wait = prefetcher.wait()
            reads.withLock { $0 += count }
            usleep(2_000)
            return wait.isLong
        }
        #expect(!wait(reading: 0))
        #expect(wait(reading: 8))
        #expect(!wait(reading: 0))
        #expect(wait(reading: 1))
        #expect(!Prefetcher(path: path, longWait: .seconds(60)) { .random(in: 0...(.max)) }.wait().isLong)
    }

    @Test("What has been needed meanwhile is passed over")
    func arriving() throws {
        let prefetch = startHeldUp(Prefetcher(path: path, connections: 1))
        for index in 0..<60 { prefetch.arrive(at: index) }
        log.gate.signal()
        #expect(log.waitForEnd())
        #expect(log.elements.drop { $0 == 0 } == ArraySlice(60..<100))
    }

    @Test("Nothing more is read when nobody waits any more")
    func ending() throws {
        let prefetcher = Prefetcher(path: path, connections: 1)
        _ = startHeldUp(prefetcher)
        log.gate.signal()
        let next = prefetcher.start(100..<101) { [log] _ in { log.note($0, last: 100) } }
        #expect(log.waitForEnd())
        #expect(log.elements.allSatisfy { $0 == 0 || $0 == 100 })
        withExtendedLifetime(next) {}
    }
}
