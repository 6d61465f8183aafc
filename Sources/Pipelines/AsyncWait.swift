private import Dispatch
private import System

/// Blocks a thread until asynchronous work has finished.
///
/// The work runs on its own thread, so that it makes progress even if all threads of the cooperative pool are blocked,
/// for example by callers that wait here.
package enum AsyncWait {
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
        let answer = Locked<Value?>(nil)
        let done = DispatchSemaphore(value: 0)
        Task.detached(executorPreference: QueueExecutor(label: "feedsearch.wait")) {
            let value = await body()
            answer.withLock { $0 = value }
            done.signal()
        }
        while true {
            done.wait()
            if let value = answer.withLock({ $0 }) { return value }
        }
    }
}
