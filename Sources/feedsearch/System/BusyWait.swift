import Glibc
import System

/// Waits for a line without sleeping: after sleep the caches of a core are cold, and the next answer takes up to twice
/// as long. It sleeps if other threads need the core: polling would take time from them, and the scheduler delays a
/// thread that has used its share, so that the next answer would be late too (docs/decisions/0042).
struct BusyWait {
    private static let milliseconds = 20.0
    /// If sched_yield(2) takes longer than this, another thread has run; otherwise it takes less than a microsecond.
    private static let longYieldMilliseconds = 1.0
    private static let sleepingMilliseconds = 1_000.0
    private let clock: SystemClock
    private var sleepsUntil = 0.0

    init(_ clock: SystemClock) { self.clock = clock }

    private var now: Double { clock.monotonicSeconds() * 1_000 }

    /// Returns when there is a line, or after 20 ms; sleeps if another thread needs the core.
    mutating func wait(for lines: LineReader) {
        var time = now
        let end = time + Self.milliseconds
        while time < end, lines.isWaiting {
            if time < sleepsUntil {
                return lines.sleep(milliseconds: Int32(max(1, end - time)))
            }
            sched_yield()
            let before = time
            time = now
            if time - before > Self.longYieldMilliseconds { sleepsUntil = time + Self.sleepingMilliseconds }
        }
    }
}
