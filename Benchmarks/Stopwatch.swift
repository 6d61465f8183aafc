import Foundation

/// Runs a piece of work several times and keeps each time.
struct Stopwatch {
    /// Seconds, ascending.
    private(set) var seconds: [Double] = []

    /// - Parameter runs: after one that does not count, which warms caches and unpacks tables.
    static func time(runs: Int, _ work: () throws -> Void) rethrows -> Stopwatch {
        try work()
        var stopwatch = Stopwatch()
        for _ in 0..<runs { try stopwatch.once(work) }
        return stopwatch
    }

    /// The same by another clock.
    ///
    /// - Parameter clock: gives seconds since whenever.
    static func time(runs: Int, clock: () -> Double, _ work: () throws -> Void) rethrows -> Stopwatch {
        try work()
        var stopwatch = Stopwatch()
        for _ in 0..<runs {
            let start = clock()
            try work()
            stopwatch.seconds.append(clock() - start)
        }
        stopwatch.seconds.sort()
        return stopwatch
    }

    /// Seconds of processor time that the calling thread has had.
    static func threadTime() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Times one more run, without a warming one.
    mutating func once(_ work: () throws -> Void) rethrows {
        let clock = ContinuousClock()
        let duration = try clock.measure(work)
        seconds.append(Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
        seconds.sort()
    }

    /// The times of one of `count` like pieces that a run was made of.
    func divided(by count: Int) -> Stopwatch {
        var one = Stopwatch()
        one.seconds = seconds.map { $0 / Double(count) }
        return one
    }

    var median: Double { percentile(50) }

    /// - Parameter percent: 0 is the quickest run, 100 the slowest.
    func percentile(_ percent: Int) -> Double {
        seconds.isEmpty ? 0 : seconds[(seconds.count - 1) * percent / 100]
    }
}
