private import Dispatch
private import Synchronization

/// Runs tasks on its own threads instead of the cooperative pool, so that they make progress whatever runs in the pool.
///
/// For `Task(executorPreference:)`. Tasks on it must not block either.
public final class QueueExecutor: TaskExecutor {
    // Serial queues, each of which gets a thread when it has work. A concurrent queue would wait for the process's
    // thread pool.
    private let queues: [DispatchQueue]
    private let next = Atomic(0)

    /// - Parameter width: maximum number of threads.
    public init(label: String, width: Int = 1) {
        queues = (0..<max(1, width)).map { DispatchQueue(label: "\(label).\($0)") }
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
        queues[Int(UInt(bitPattern: turn) % UInt(queues.count))].async {
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}
