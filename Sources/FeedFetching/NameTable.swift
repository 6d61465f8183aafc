internal import Formats
private import System

/// Resolves host names on separate threads and caches the results for a minute. Used on the fetch thread only.
final class NameTable {
    /// Collects the results of look-up threads. It outlives the loop if a look-up hangs.
    private final class Inbox: Sendable {
        let answers = Locked<[(host: String, addresses: [IPAddress])]>([])
    }

    private struct Entry {
        var addresses: [IPAddress]
        var until: ContinuousClock.Instant
    }

    private let resolver: any HostResolving
    private let waker: LoopWaker
    private let inbox = Inbox()
    private var entries: [String: Entry] = [:]
    private var waiting: [String: [FetchTask]] = [:]

    init(resolver: any HostResolving, waker: LoopWaker) {
        self.resolver = resolver
        self.waker = waker
    }

    /// The tasks that wait for a name to be resolved.
    var pending: [FetchTask] { waiting.isEmpty ? [] : waiting.values.flatMap { $0 } }
    var isIdle: Bool { waiting.isEmpty }

    /// The addresses of a host if they are cached. Otherwise returns nil and starts a look-up; `collect` returns the
    /// task when it has finished.
    func addresses(of host: String, for task: FetchTask, now: ContinuousClock.Instant) -> [IPAddress]? {
        if let entry = entries[host], entry.until > now { return entry.addresses }
        if waiting[host] != nil {
            waiting[host]?.append(task)
            return nil
        }
        let (resolver, inbox, waker) = (resolver, inbox, waker)
        let hasStarted = BackgroundThread.start {
            let addresses = resolver.addresses(of: host)
            inbox.answers.withLock { $0.append((host, addresses)) }
            waker.wake()
        }
        guard hasStarted else { return [] }
        waiting[host] = [task]
        return nil
    }

    /// The tasks whose host names have been resolved, with the addresses.
    func collect(now: ContinuousClock.Instant) -> [(FetchTask, [IPAddress])] {
        guard !waiting.isEmpty else { return [] }
        let answers = inbox.answers.withLock { answers in
            defer { answers = [] }
            return answers
        }
        var ready: [(FetchTask, [IPAddress])] = []
        for (host, addresses) in answers {
            if entries.count >= 4096 { entries = [:] }
            entries[host] = Entry(addresses: addresses, until: now + .seconds(60))
            for task in waiting.removeValue(forKey: host) ?? [] { ready.append((task, addresses)) }
        }
        return ready
    }

    /// Removes the tasks that have waited too long. Their look-ups continue, and the results are still cached.
    func removeWaiting(where isOver: (FetchTask) -> Bool) -> [FetchTask] {
        var removed: [FetchTask] = []
        for host in Array(waiting.keys) {
            removed += waiting[host]?.filter(isOver) ?? []
            waiting[host]?.removeAll(where: isOver)
        }
        return removed
    }
}
