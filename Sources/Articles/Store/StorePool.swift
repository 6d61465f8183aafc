private import Dispatch
public import Pipelines
private import System

/// The open stores of one process: one writer, one store for long loads, and a bounded number of readers that work
/// concurrently.
///
/// Each store works on its own thread, outside the cooperative pool, and only that thread uses the store. Readers are
/// opened when first needed, and see all earlier commits.
public final class StorePool: Sendable {
    private struct Readers {
        var idle: [StoreQueue] = []
        /// The number of readers that may still be opened.
        var unopened: Int
        /// The number of readers that are serving a request.
        var borrowed = 0
        /// The requests that wait for a reader, oldest first.
        var waiting: [Waiting] = []
        /// The number of the last request that waited.
        var lastWaiting = 0
    }

    private struct Waiting {
        var number: Int
        var continuation: CheckedContinuation<StoreQueue, any Error>
    }

    /// The number of requests so far, and whether a timer is waiting for an idle period.
    private struct Uses {
        var count = 0
        var isWatched = false
    }

    private let readers: Locked<Readers>
    private let uses = Locked(Uses())
    private let writer: StoreQueue
    private let loader: StoreQueue
    /// The number of writes that have not ended yet.
    private let pendingWrites = Locked(0)
    private let loads = Locked(0)
    private let open: @Sendable (StoreAccess, Deadline) throws -> any ArticleStore
    private let idleTime: Double

    /// - Parameters:
    ///   - readers: the maximum number of concurrent readers, at least one.
    ///   - idleTime: seconds without a request after which caches are freed.
    ///   - open: opens another store, within the deadline of the request that needs it. Called on the thread that will
    ///     use the store.
    public init(
        readers: Int, idleTime: Double = 30,
        openUntil open: @escaping @Sendable (StoreAccess, Deadline) throws -> any ArticleStore
    ) {
        self.idleTime = idleTime
        self.readers = Locked(Readers(unopened: max(1, readers)))
        self.open = open
        writer = StoreQueue(label: "store.writer") { try open(.write, $0) }
        loader = StoreQueue(label: "store.loader") { try open(.write, $0) }
    }

    /// Creates a pool of stores that open without waiting.
    public convenience init(
        readers: Int, idleTime: Double = 30, open: @escaping @Sendable (StoreAccess) throws -> any ArticleStore
    ) {
        self.init(readers: readers, idleTime: idleTime) { access, _ in try open(access) }
    }

    /// Runs `body` with a reader, on one snapshot of the store.
    ///
    /// Cancelling the task cancels `body` within 50 ms. Requests wait in order of arrival.
    ///
    /// - Parameters:
    ///   - deadline: includes waiting for a reader and opening it.
    ///   - isPoll: whether this is a repeated request, which does not count as use of the caches.
    /// - Throws: `SearchError` if the deadline is reached or the task is cancelled, `StorageError`, and errors of
    ///   `body`.
    public func read<Result: Sendable>(
        until deadline: Deadline = .never, isPoll: Bool = false,
        _ body: @escaping @Sendable (any ArticleStore) throws -> Result
    ) async throws -> Result {
        defer { if !isPoll { didUse() } }
        let cancellation = Cancellation()
        let deadline = deadline.or(.onCancellation(cancellation))
        let number = readers.withLock { readers in
            readers.lastWaiting += 1
            return readers.lastWaiting
        }
        return try await withTaskCancellationHandler {
            let storeQueue = try await borrow(number, until: deadline)
            defer { giveBack(storeQueue) }
            return try await storeQueue.run(until: deadline) { store in
                try store.until(deadline) { try store.snapshot { try body(store) } }
            }
        } onCancel: {
            cancellation.cancel()
            stopWaiting(number, deadline)
        }
    }

    /// Runs `body` with the writer, after all earlier writes.
    ///
    /// Cancelling the task does not interrupt it: its changes are stored completely, or not at all.
    ///
    /// - Throws: `StorageError`, and errors of `body`.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (any ArticleStore) throws -> Result
    ) async throws -> Result {
        defer { didUse() }
        pendingWrites.withLock { $0 += 1 }
        defer { pendingWrites.withLock { $0 -= 1 } }
        return try await writer.run(body)
    }

    /// Runs `body`, which is a long write, with the store for loading, after all earlier loads. Cancelling the task
    /// does not interrupt it.
    ///
    /// - Parameter body: receives a function that returns whether a write is waiting; if so, the transaction of `body`
    ///   should end soon.
    /// - Throws: `StorageError`, and errors of `body`.
    public func load<Result: Sendable>(
        _ body:
            @escaping @Sendable (any ArticleStore, _ writerIsWaiting: @escaping @Sendable () -> Bool) throws -> Result
    ) async throws -> Result {
        defer { didUse() }
        loads.withLock { $0 += 1 }
        defer { loads.withLock { $0 -= 1 } }
        let writerIsWaiting: @Sendable () -> Bool = { [pendingWrites] in pendingWrites.withLock { $0 > 0 } }
        return try await loader.run { try body($0, writerIsWaiting) }
    }

    /// Verifies that the files of the open writing stores have not been moved or deleted. A store whose log was deleted
    /// copies its commits into the file. During a load, the check is made at the next commit.
    public func verifyPlaces() async {
        await writer.verifyPlace()
        if loads.withLock({ $0 == 0 }) { await loader.verifyPlace() }
    }

    /// Closes the idle readers, the writer and the loader, each on its own thread. A later request opens them again.
    public func close() {
        let idle = readers.withLock { $0.idle }
        for storeQueue in idle + [writer, loader] { storeQueue.close() }
    }

    /// Whether any request is being served or waits.
    package var isInUse: Bool {
        readers.withLock { $0.borrowed > 0 || !$0.waiting.isEmpty }
            || pendingWrites.withLock { $0 > 0 } || loads.withLock { $0 > 0 }
    }

    /// Whether a reader is serving a request.
    package var isBusy: Bool { readers.withLock { $0.borrowed > 0 } }

    // MARK: - Freeing memory when idle

    private func didUse() {
        let count = uses.withLock { uses -> Int? in
            uses.count += 1
            defer { uses.isWatched = true }
            return uses.isWatched ? nil : uses.count
        }
        if let count { watch(from: count) }
    }

    /// Checks again after `idleTime`; no thread is used until then.
    private func watch(from count: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + idleTime) { [weak self] in
            guard let self else { return }
            let newest = uses.withLock { uses in
                uses.isWatched = uses.count != count
                return uses.count
            }
            if newest == count { Task { await self.releaseMemory(from: count) } } else { watch(from: newest) }
        }
    }

    /// - Parameter count: the number of requests at the start of the idle period. If a poll is using a reader, that
    ///   reader's memory is freed the next time.
    private func releaseMemory(from count: Int) async {
        let (idle, isComplete) = readers.withLock { readers in
            let (idle, isComplete) = (readers.idle, readers.borrowed == 0)
            readers.idle = []
            readers.borrowed += idle.count
            return (idle, isComplete)
        }
        if !isComplete,
            uses.withLock({ uses in
                defer { uses.isWatched = true }
                return !uses.isWatched
            })
        {
            watch(from: count)
        }
        for storeQueue in idle {
            await storeQueue.releaseMemory()
            giveBack(storeQueue)
        }
        await writer.releaseMemory()
        await loader.releaseMemory()
        FreedMemory.giveBack()
    }

    // MARK: -

    /// - Parameter number: the number of the waiting request.
    /// - Throws: `SearchError` at the deadline.
    private func borrow(_ number: Int, until deadline: Deadline) async throws -> StoreQueue {
        try await withCheckedThrowingContinuation { continuation in
            let storeQueue = readers.withLock { readers -> StoreQueue? in
                if let storeQueue = readers.idle.popLast() {
                    readers.borrowed += 1
                    return storeQueue
                }
                if readers.unopened > 0 {
                    readers.unopened -= 1
                    readers.borrowed += 1
                    return StoreQueue(label: "store.reader") { [open] in try open(.read, $0) }
                }
                readers.waiting.append(Waiting(number: number, continuation: continuation))
                return nil
            }
            if let storeQueue { return continuation.resume(returning: storeQueue) }
            // The request may have been cancelled before it was queued.
            if deadline.isReached { return stopWaiting(number, deadline) }
            guard let left = deadline.remaining else { return }
            DispatchQueue.global().asyncAfter(deadline: .now() + left / .seconds(1)) { [weak self] in
                self?.stopWaiting(number, deadline)
            }
        }
    }

    /// Ends a request if it is still waiting for a reader.
    private func stopWaiting(_ number: Int, _ deadline: Deadline) {
        let waiting = readers.withLock { readers -> Waiting? in
            guard let place = readers.waiting.firstIndex(where: { $0.number == number }) else { return nil }
            return readers.waiting.remove(at: place)
        }
        waiting?.continuation.resume(
            throwing: deadline.isCancelled ? SearchError.cancelled : SearchError.deadlineExceeded)
    }

    private func giveBack(_ storeQueue: StoreQueue) {
        let next = readers.withLock { readers -> CheckedContinuation<StoreQueue, any Error>? in
            if !readers.waiting.isEmpty { return readers.waiting.removeFirst().continuation }
            readers.borrowed -= 1
            readers.idle.append(storeQueue)
            return nil
        }
        next?.resume(returning: storeQueue)
    }
}

/// One open store and the only serial queue that uses it.
private final class StoreQueue: @unchecked Sendable {
    // `store` is read and written only on `queue`.
    private let queue: DispatchQueue
    private let open: @Sendable (Deadline) throws -> any ArticleStore
    private var store: (any ArticleStore)?

    init(label: String, open: @escaping @Sendable (Deadline) throws -> any ArticleStore) {
        queue = DispatchQueue(label: label)
        self.open = open
    }

    /// Frees the memory of the store, if it is open.
    func releaseMemory() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.store?.releaseMemory()
                continuation.resume()
            }
        }
    }

    /// Closes the store, if it is open, after the waiting calls.
    func close() { queue.async { self.store = nil } }

    /// Verifies the files of the store, if it is open.
    func verifyPlace() async {
        await withCheckedContinuation { continuation in
            queue.async {
                try? self.store?.verifyPlace()
                continuation.resume()
            }
        }
    }

    /// - Parameter deadline: the deadline for opening the store, if it is not open yet.
    func run<Result: Sendable>(
        until deadline: Deadline = .never, _ body: @escaping @Sendable (any ArticleStore) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Swift.Result {
                        // If the database file was replaced, open the new file.
                        if self.store?.isReplaced == true { self.store = nil }
                        let store = try self.store ?? self.open(deadline)
                        self.store = store
                        return try body(store)
                    })
            }
        }
    }
}
