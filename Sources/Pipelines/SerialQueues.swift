private import Dispatch
private import System

/// Serial queues that work at the same time, such as one for each connection to a server.
///
/// Unlike with `Parallel`, each queue has a thread even if there are more queues than processors, because the work waits
/// for a network.
public final class SerialQueues: Sendable {
    private let queues: [DispatchQueue]

    /// - Parameter count: at least 1.
    public init(count: Int, label: String) {
        // The calling thread does the work of the first queue.
        queues = (1..<max(1, count)).map { DispatchQueue(label: "\(label).\($0)") }
    }

    /// Calls `body` once for each queue, at the same time, and returns the results in order. The calling thread runs
    /// the first part, then waits for the others.
    ///
    /// Values captured by `body` must be safe to use from several threads, or be used by one part only. Only the first
    /// part sees task-local values.
    ///
    /// - Throws: the error of the first part that failed, after all parts have ended.
    public func map<Result>(_ body: (Int) throws -> Result) throws -> [Result] {
        if queues.isEmpty { return [try body(0)] }
        return try withoutActuallyEscaping(body) { body in
            let work = Work(body: body, count: queues.count + 1)
            let group = DispatchGroup()
            for (index, queue) in queues.enumerated() { queue.async(group: group) { work.run(index + 1) } }
            work.run(0)
            group.wait()
            return try work.results()
        }
    }
}

/// The parts of one call and their results.
private final class Work<Part>: @unchecked Sendable {
    // `body` is called once for each part, and the caller waits for the end of all parts. `parts` is guarded by `lock`.
    private let body: (Int) throws -> Part
    private let lock = Locked(())
    private var parts: [Result<Part, any Error>?]

    init(body: @escaping (Int) throws -> Part, count: Int) {
        self.body = body
        parts = Array(repeating: nil, count: count)
    }

    func run(_ index: Int) {
        let result = Result { try body(index) }
        lock.withLock { _ in parts[index] = result }
    }

    func results() throws -> [Part] { try lock.withLock { _ in try parts.compactMap { try $0?.get() } } }
}
