/// Why work on a request ended before it was done. Nothing of it is stored, and the store can be used again at once.
public enum SearchError: Error, Sendable, Equatable {
    /// Its deadline was reached.
    case deadlineExceeded
    /// Another thread cancelled it.
    case cancelled
}
