private import Synchronization

/// Hands out a list one by one.
final class RequestList: Sendable {
    private let rest: Mutex<ArraySlice<FetchRequest>>

    init(_ requests: [FetchRequest]) { rest = Mutex(requests[...]) }

    func next() -> FetchRequest? { rest.withLock { $0.popFirst() } }
}
