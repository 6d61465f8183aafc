private import Dispatch
private import Synchronization

/// Runs tasks on threads of its own in place of the cooperative pool, so that they go on whatever others do there.
///
/// For `Task(executorPreference:)`. What runs on it must not block either.
public final class QueueExecutor: TaskExecutor {
    // Serial queues, each of which gets a thread where it has work; a concurrent one would wait for the process's pool.
    private let queues: [DispatchQueue]
    private let next = Atomic(0)

    /// - Parameter width: threads at most.
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
