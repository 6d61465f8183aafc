private import Dispatch
private import Synchronization

/// Runs tasks on threads of its own, so that they make progress even if the cooperative pool is busy.
///
/// Use it with `Task(executorPreference:)`. Its tasks must not block.
public final class QueueExecutor: TaskExecutor {
    // Serial queues, which get their own threads. A concurrent queue would have to wait for the process's thread pool.
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
