private import System

/// Returns the requests of a list one by one.
final class RequestList: Sendable {
    private let rest: Locked<ArraySlice<FetchRequest>>

    init(_ requests: [FetchRequest]) { rest = Locked(requests[...]) }

    func next() -> FetchRequest? { rest.withLock { $0.popFirst() } }
}
