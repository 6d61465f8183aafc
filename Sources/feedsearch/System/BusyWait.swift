import Glibc
import System

/// Waits for a line without going to sleep: a core that slept has given its caches away, and the next answer takes up to twice
/// as long. Where others want the core it sleeps: the time that it would take from them delays its own answers as well, as the
/// scheduler gives a thread that has used its share the core late (docs/decisions/0122).
struct BusyWait {
    private static let milliseconds = 20.0
    /// Another thread had the core: with none that waits, sched_yield(2) takes less than a microsecond.
    private static let longYieldMilliseconds = 1.0
    private static let restMilliseconds = 1_000.0
    private let clock: SystemClock
    private var restsUntil = 0.0

    init(_ clock: SystemClock) { self.clock = clock }

    private var now: Double { clock.monotonicSeconds() * 1_000 }

    /// Returns when there is a line, or after 20 ms.
    mutating func wait(for lines: LineReader) {
        var time = now
        let end = time + Self.milliseconds
        while time < end, lines.isWaiting {
            if time < restsUntil {
                _ = lines.isWaiting(milliseconds: Int32(max(1, end - time)))
                return
            }
            sched_yield()
            let before = time
            time = now
            if time - before > Self.longYieldMilliseconds { restsUntil = time + Self.restMilliseconds }
        }
    }
}
