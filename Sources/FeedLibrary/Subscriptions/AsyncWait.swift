private import Dispatch
private import System

/// Lets the main thread, which is none of the cooperative pool's, wait for asynchronous work.
enum AsyncWait {
    static func run<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
        let box = Box<Value>()
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            box.put(await body())
            done.signal()
        }
        while true {
            done.wait()
            if let value = box.value { return value }
        }
    }

    private final class Box<Value: Sendable>: Sendable {
        private let content = Locked<Value?>(nil)
        var value: Value? { content.withLock { $0 } }
        func put(_ value: Value) { content.withLock { $0 = value } }
    }
}
