internal import Articles
private import Dispatch
internal import Pipelines
internal import SQLiteEngine
internal import System

/// Maintains a library in the background while a service runs: applies retention, purges the bin, updates the list of
/// title words, and merges the index when the service is idle.
public final class BackgroundMaintenance: Sendable {
    /// Opens the library for changes. The library is open only during maintenance, because an open library uses memory.
    private let open: @Sendable () throws -> Library
    /// Returns the number of seconds since the last request.
    private let idleSeconds: @Sendable () -> Double

    private struct Merge {
        var moment: Int64
        /// The history token before the merge.
        var token: Int64
    }

    private static let interval = 3_600.0
    private static let idleTime = 600.0
    private static let secondsBetweenMerges: Int64 = 86_400
    /// The time limit of a merge. At the limit, the merge is cancelled and rolled back. Other writers wait for up to
    /// five seconds, so the limit is shorter.
    private static let mergeTime = Duration.seconds(4)

    public init(
        idleSeconds: @escaping @Sendable () -> Double, open: @escaping @Sendable () throws -> Library
    ) {
        self.open = open
        self.idleSeconds = idleSeconds
    }

    /// Starts a thread that performs maintenance immediately, then every hour.
    ///
    /// - Returns: a closure that ends the thread and waits for its end.
    public func start() -> @Sendable () -> Void {
        let end = DispatchSemaphore(value: 0)
        let done = DispatchGroup()
        let cancellation = Cancellation()
        DispatchQueue(label: "feedsearch.care").async(group: done) { [self] in
            var merge: Merge?
            repeat {
                // Ignore errors: maintenance runs again in an hour, and a client's next write reports the error.
                if let library = try? open() {
                    try? library.tidy(until: .onCancellation(cancellation))
                    if idleSeconds() >= Self.idleTime { merge = Self.merge(library, after: merge, cancellation) }
                }
            } while end.wait(timeout: .now() + Self.interval) == .timedOut && !cancellation.isCancelled
        }
        return {
            cancellation.cancel()
            end.signal()
            done.wait()
        }
    }

    /// Merges the index at most once a day, and only if the library has changed since the last merge.
    private static func merge(_ library: Library, after last: Merge?, _ cancellation: Cancellation) -> Merge? {
        let now = library.clock.now()
        guard let token = try? library.store.historyToken() else { return last }
        if let last, now - last.moment < secondsBetweenMerges || last.token == token { return last }
        _ = try? library.store.until(Deadline(after: mergeTime, orOn: cancellation)) {
            try library.store.optimize()
        }
        return Merge(moment: now, token: token)
    }
}
