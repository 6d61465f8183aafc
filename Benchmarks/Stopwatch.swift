import Foundation

/// Runs a piece of work several times and keeps each time.
struct Stopwatch {
    /// Seconds, ascending.
    private(set) var seconds: [Double] = []

    /// - Parameter runs: number of measured runs, after a warm-up run that is not measured.
    static func time(runs: Int, _ work: () throws -> Void) rethrows -> Stopwatch {
        try work()
        var stopwatch = Stopwatch()
        for _ in 0..<runs { try stopwatch.once(work) }
        return stopwatch
    }

    /// The same with another clock.
    ///
    /// - Parameter clock: returns seconds since any fixed time.
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

    /// Processor time of the calling thread in seconds.
    static func threadTime() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Times one more run, without a warm-up run.
    mutating func once(_ work: () throws -> Void) rethrows {
        let clock = ContinuousClock()
        let duration = try clock.measure(work)
        seconds.append(Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
        seconds.sort()
    }

    /// The times divided by `count`, if a run consists of `count` equal pieces.
    func divided(by count: Int) -> Stopwatch {
        var one = Stopwatch()
        one.seconds = seconds.map { $0 / Double(count) }
        return one
    }

    var median: Double { percentile(50) }

    /// - Parameter percent: 0 is the fastest run, 100 the slowest.
    func percentile(_ percent: Int) -> Double {
        seconds.isEmpty ? 0 : seconds[(seconds.count - 1) * percent / 100]
    }
}
