import Glibc
import System

extension LineReader {
    /// Waits for the next line without sleeping, for up to this many seconds; anyone else who wants the core gets it.
    func listen(for seconds: Double, _ clock: SystemClock) {
        let until = clock.monotonicSeconds() + seconds
        while isWaiting, clock.monotonicSeconds() < until { sched_yield() }
    }
}
