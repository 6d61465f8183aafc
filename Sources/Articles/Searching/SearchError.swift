/// Why a request was stopped early. None of its changes are stored, and the store can be used again immediately.
public enum SearchError: Error, Sendable, Equatable {
    /// The deadline of the request was reached.
    case deadlineExceeded
    /// Another thread cancelled the request.
    case cancelled
}
