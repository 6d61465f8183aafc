internal import Formats
private import System

/// Looks names up on threads of their own and remembers the answers for a minute. Lives on the fetch thread.
final class NameTable {
    /// Answers on their way from lookup threads; outlives the loop if a lookup hangs.
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

    /// Tasks that wait for a name.
    var pending: [FetchTask] { waiting.isEmpty ? [] : waiting.values.flatMap { $0 } }
    var isIdle: Bool { waiting.isEmpty }

    /// The addresses if they are known, else nil: the task then comes back from `collect`.
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

    /// Tasks whose names have come, with their addresses.
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

    /// Takes tasks off that wait too long. The lookup goes on; its answer is still remembered.
    func removeWaiting(where isOver: (FetchTask) -> Bool) -> [FetchTask] {
        var removed: [FetchTask] = []
        for host in Array(waiting.keys) {
            removed += waiting[host]?.filter(isOver) ?? []
            waiting[host]?.removeAll(where: isOver)
        }
        return removed
    }
}
