import Glibc
import System

/// Waits for a line by polling. After sleeping, the caches of a core are cold, and the next response takes up to twice
/// as long. If other threads need the core, this thread sleeps instead: polling would take time from them, and the
/// scheduler would then delay this thread for having used its share (docs/decisions/0042).
struct BusyWait {
    private static let milliseconds = 20.0
    /// If sched_yield(2) takes longer than this, another thread has run. Otherwise the call takes less than a
    /// microsecond.
    private static let longYieldMilliseconds = 1.0
    private static let sleepingMilliseconds = 1_000.0
    private let clock: SystemClock
    private var sleepsUntil = 0.0

    init(_ clock: SystemClock) { self.clock = clock }

    private var now: Double { clock.monotonicSeconds() * 1_000 }

    /// Returns when a line is available, or after 20 ms. Sleeps if other threads need the core.
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
