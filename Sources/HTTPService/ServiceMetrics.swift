internal import System

/// Counters of the running service.
package final class ServiceMetrics: Sendable {
    struct Series: Hashable, Comparable {
        var route: String
        var detail: String

        static func < (left: Series, right: Series) -> Bool {
            (left.route, left.detail) < (right.route, right.detail)
        }
    }

    struct Histogram {
        /// The upper bounds of the buckets, in seconds.
        static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

        /// The number of values in each bucket. There is one bucket more than `bounds`: the last bucket counts the
        /// values above all bounds.
        var counts = [Int](repeating: 0, count: Histogram.bounds.count + 1)
        var seconds = 0.0

        mutating func add(_ seconds: Double) {
            counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
            self.seconds += seconds
        }
    }

    struct Counts {
        /// Latencies by route and query class.
        var durations: [Series: Histogram] = [:]
        /// Counts of requests by route and status.
        var requests: [Series: Int] = [:]
        var inFlight = 0
        var refusals: [String: Int] = [:]
        var fetches: [String: Int] = [:]
        var pushes: [String: Int] = [:]
        var connections: (@Sendable () -> Int)?
    }

    private let state = Locked(Counts())

    package init() {}

    var counts: Counts { state.withLock { $0 } }

    /// Sets the function that returns the number of open connections.
    package func setConnections(_ count: @escaping @Sendable () -> Int) { state.withLock { $0.connections = count } }

    /// Counts fetched feeds.
    ///
    /// - Parameter outcome: `fetched`, `unchanged` or the kind of a failure.
    package func countFetches(_ outcome: String, _ count: Int) {
        if count > 0 { state.withLock { $0.fetches[outcome, default: 0] += count } }
    }

    /// Counts pushes from hubs.
    ///
    /// - Parameter outcome: `stored`, `unreadable` or `unsigned`.
    func countPush(_ outcome: String) { state.withLock { $0.pushes[outcome, default: 0] += 1 } }

    func begin() { state.withLock { $0.inFlight += 1 } }

    func end(route: String, query: String, status: Int, seconds: Double) {
        state.withLock { counts in
            counts.inFlight -= 1
            counts.durations[Series(route: route, detail: query), default: Histogram()].add(seconds)
            counts.requests[Series(route: route, detail: String(status)), default: 0] += 1
        }
    }

    func countRefusal(_ reason: String) { state.withLock { $0.refusals[reason, default: 0] += 1 } }
}

/// The class of a query, which labels its latency in the metrics. The query itself is never logged.
enum QueryClass {
    static func of(_ query: String?) -> String {
        guard let query else { return "none" }
        if query.contains("\"") { return "phrase" }
        if query.contains(":") { return "filter" }
        if query.contains("*") { return "prefix" }
        return query.split(separator: " ").count > 1 ? "words" : "word"
    }
}
