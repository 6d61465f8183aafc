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

@Suite final class BusyWaitTests {
    private let pipe: (reading: FileDescriptor, writing: FileDescriptor)

    init() throws { pipe = try FileDescriptor.pipe() }

    deinit {
        pipe.reading.close()
        pipe.writing.close()
    }

    @Test("It polls while no other thread needs the core, and sleeps for a second after one did")
    func others() {
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
        try pipe.writing.write(Array("a line\n".utf8))
        let stopped = SteppingClock(step: 0)
        var wait = BusyWait(stopped.clock)
        // A clock that stands still would let it wait for ever.
        wait.wait(for: LineReader(pipe.reading))
        #expect(stopped.readings == 1)
    }
}
