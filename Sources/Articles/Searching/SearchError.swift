/// Why a request was stopped early. None of its changes are stored, and the store can be used again immediately.
public enum SearchError: Error, Sendable, Equatable {
    /// Its deadline was reached.
    case deadlineExceeded
    /// It was cancelled from another thread.
    case cancelled
}
