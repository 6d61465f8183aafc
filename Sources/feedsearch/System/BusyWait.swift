import Glibc
import System

/// Waits for a line without going to sleep: a core that slept has given its caches away, and the next answer takes up to twice
/// as long. Where others want the core it sleeps at once: the time that it would take from them delays its own answers as well,
/// as the scheduler gives a thread that has used its share the core late (docs/decisions/0122).
struct BusyWait {
    private static let seconds = 0.02
    /// Another thread had the core: with none that waits, sched_yield(2) takes less than a microsecond.
    private static let longYieldSeconds = 0.001
    private static let restSeconds = 1.0
    private let clock: SystemClock
    private var restsUntil = 0.0

    init(_ clock: SystemClock) { self.clock = clock }

    /// Returns when there is a line, after 20 ms, or when others want the core.
    mutating func wait(for lines: LineReader) {
        var now = clock.monotonicSeconds()
        if now < restsUntil { return }
        let end = now + Self.seconds
        while lines.isWaiting, now < end {
            sched_yield()
            let before = now
            now = clock.monotonicSeconds()
            if now - before > Self.longYieldSeconds {
                restsUntil = now + Self.restSeconds
                return
            }
        }
    }
}
