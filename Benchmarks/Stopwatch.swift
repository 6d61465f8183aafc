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
