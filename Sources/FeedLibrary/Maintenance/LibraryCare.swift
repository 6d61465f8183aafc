internal import Articles
private import Dispatch
internal import Pipelines
internal import SQLiteStorage
internal import System

/// Keeps a library tidy while a service runs: retention, the bin, the list of title words, and the index when nobody asks
/// anything.
public final class LibraryCare: Sendable {
    /// Opens the library for changing. It is open only while there is work: an open one keeps memory.
    private let open: @Sendable () throws -> Library
    /// Seconds since anybody has asked for anything.
    private let idleSeconds: @Sendable () -> Double

    private struct Merge {
        var moment: Int64
        /// The history token then.
        var token: Int64
    }

    private static let interval = 3_600.0
    private static let idleTime = 600.0
    private static let secondsBetweenMerges: Int64 = 86_400
    /// Other writers wait for five seconds; merging ends before that, and what it did is undone.
    private static let mergeTime = Duration.seconds(4)

    public init(
        idleSeconds: @escaping @Sendable () -> Double, open: @escaping @Sendable () throws -> Library
    ) {
        self.open = open
        self.idleSeconds = idleSeconds
    }

    /// Works on a thread of its own: at once, then every hour.
    ///
    /// - Returns: ends it, and waits until it has ended.
    public func start() -> @Sendable () -> Void {
        let end = DispatchSemaphore(value: 0)
        let done = DispatchGroup()
        let cancellation = Cancellation()
        DispatchQueue(label: "feedsearch.care").async(group: done) { [self] in
            var merge: Merge?
            repeat {
                // What cannot be done now is done in an hour; a write for a client reports the error.
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

    /// Once a day at most, and only after a commit.
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

extension Library {
    /// Removes what feeds keep no longer and what has been in the bin for long, and completes what an upgrade left.
    ///
    /// - Throws: `StorageError`, `SearchError` at the deadline; each step is a transaction of its own.
    func tidy(until deadline: Deadline = .never) throws {
        let now = clock.now()
        store.feedDefaults = try settings.checkedFeedDefaults()
        let options = try store.allOptions()
        let subscribed = store.feedDefaults.isEmpty ? [] : try store.feeds().map(\.id)
        for feed in Set(options.keys).union(subscribed).sorted() where !deadline.isReached {
            let options = options[feed] ?? FeedOptions()
            _ = try store.removeOld(of: feed, options, now: now)
            _ = try store.limitUnread(of: feed, options)
        }
        if !deadline.isReached { _ = try store.runDelayedRules(now: now) }
        if !deadline.isReached { _ = try store.purgeBin(now: now) }
        while !deadline.isReached, try !store.continueBackfill(for: .milliseconds(500)) {}
        try store.refreshTitleWords { !deadline.isReached }
    }
}
