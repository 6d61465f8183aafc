import System
import Testing

@testable import feedsearch

/// A clock that goes on by a step each time it is read.
private final class SteppingClock: Sendable {
    private let state: Locked<(seconds: Double, readings: Int)>
    private let step: Double

    init(step: Double) {
        self.step = step
        state = Locked((0, 0))
    }

    var readings: Int { state.withLock { $0.readings } }

    var clock: SystemClock {
        SystemClock(
            now: { 0 },
            monotonicSeconds: {
                self.state.withLock {
                    $0.seconds += self.step
                    $0.readings += 1
                    return $0.seconds
                }
            })
    }
}

@Suite struct BusyWaitTests {
    @Test("A reader waits awake while nobody else wants the core, and asleep for a second after somebody had it")
    func others() throws {
        let pipe = try FileDescriptor.pipe()
        defer {
            pipe.reading.close()
            pipe.writing.close()
        }
        let lines = LineReader(pipe.reading)
        let alone = SteppingClock(step: 0.000_5)
        var wait = BusyWait(alone.clock)
        wait.wait(for: lines)
        #expect(alone.readings > 30)
        let beside = SteppingClock(step: 0.002)
        wait = BusyWait(beside.clock)
        wait.wait(for: lines)
        #expect(beside.readings == 2)
        wait.wait(for: lines)
        #expect(beside.readings == 3)
    }

    @Test("A line ends the wait")
    func line() throws {
        let pipe = try FileDescriptor.pipe()
        defer {
            pipe.reading.close()
            pipe.writing.close()
        }
        try pipe.writing.write(Array("a line\n".utf8))
        let stopped = SteppingClock(step: 0)
        var wait = BusyWait(stopped.clock)
        // A clock that stands still would let it wait for ever.
        wait.wait(for: LineReader(pipe.reading))
        #expect(stopped.readings == 1)
    }
}
