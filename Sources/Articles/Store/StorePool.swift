private import Dispatch
public import Pipelines
private import System

/// A store for the threads of one process: one writer, and a bounded number of readers that work at the same time.
///
/// Each of them has a thread of its own while it works, away from the cooperative pool, and sees the store alone. Readers are
/// opened when they are first needed, and see what was committed before.
public final class StorePool: Sendable {
    private struct Readers {
        var idle: [Lane] = []
        /// How many may still be opened.
        var unopened: Int
        /// The requests that wait for a reader, the oldest first.
        var waiting: [CheckedContinuation<Lane, Never>] = []
    }

    private let readers: Locked<Readers>
    private let writer: Lane
    private let open: @Sendable (StoreAccess) throws -> any ArticleStore

    /// - Parameters:
    ///   - readers: how many work at the same time, at least one.
    ///   - open: opens the store once more; called on the thread that will use it.
    public init(readers: Int, open: @escaping @Sendable (StoreAccess) throws -> any ArticleStore) {
        self.readers = Locked(Readers(unopened: max(1, readers)))
        self.open = open
        writer = Lane(label: "store.writer") { try open(.write) }
    }

    /// Runs `body` with a reader, on one state of the store.
    ///
    /// A task that is cancelled cancels what `body` is doing within 50 ms. Requests wait in the order in which they come.
    ///
    /// - Parameter deadline: of the whole, waiting for a reader included.
    /// - Throws: `SearchError` at the deadline or once cancelled, `StorageError`, and what `body` throws.
    public func read<Result: Sendable>(
        until deadline: Deadline = .never, _ body: @escaping @Sendable (any ArticleStore) throws -> Result
    ) async throws -> Result {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            let lane = await borrow()
            defer { giveBack(lane) }
            return try await lane.run { store in
                try store.until(deadline.or(.onCancellation(cancellation))) { try store.snapshot { try body(store) } }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Runs `body` with the writer, after whatever was asked of it before.
    ///
    /// It is not cut short by a cancelled task: what was begun is stored as a whole, or not at all.
    ///
    /// - Throws: `StorageError`, and what `body` throws.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (any ArticleStore) throws -> Result
    ) async throws -> Result {
        try await writer.run(body)
    }

    // MARK: -

    private func borrow() async -> Lane {
        await withCheckedContinuation { continuation in
            let lane = readers.withLock { readers -> Lane? in
                if let lane = readers.idle.popLast() { return lane }
                if readers.unopened > 0 {
                    readers.unopened -= 1
                    return Lane(label: "store.reader") { [open] in try open(.read) }
                }
                readers.waiting.append(continuation)
                return nil
            }
            if let lane { continuation.resume(returning: lane) }
        }
    }

    private func giveBack(_ lane: Lane) {
        let next = readers.withLock { readers -> CheckedContinuation<Lane, Never>? in
            if !readers.waiting.isEmpty { return readers.waiting.removeFirst() }
            readers.idle.append(lane)
            return nil
        }
        next?.resume(returning: lane)
    }
}

/// One open store and the serial queue that alone touches it.
private final class Lane: @unchecked Sendable {
    // `store` is read and written on `queue` alone.
    private let queue: DispatchQueue
    private let open: @Sendable () throws -> any ArticleStore
    private var store: (any ArticleStore)?

    init(label: String, open: @escaping @Sendable () throws -> any ArticleStore) {
        queue = DispatchQueue(label: label)
        self.open = open
    }

    func run<Result: Sendable>(
        _ body: @escaping @Sendable (any ArticleStore) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Swift.Result {
                        let store = try self.store ?? self.open()
                        self.store = store
                        return try body(store)
                    })
            }
        }
    }
}
