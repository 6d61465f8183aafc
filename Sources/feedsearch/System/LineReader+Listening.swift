import Glibc
import System

extension LineReader {
    /// Waits for the next line without sleeping, for up to so many seconds; whoever else wants the core gets it.
    func listen(for seconds: Double, _ clock: SystemClock) {
        let until = clock.monotonicSeconds() + seconds
        while isWaiting, clock.monotonicSeconds() < until { sched_yield() }
    }
}
