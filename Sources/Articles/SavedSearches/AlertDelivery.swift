/// One message to one channel: the articles that a saved search has found, together.
public struct AlertDelivery: Sendable, Equatable {
    /// How far it has come.
    public enum State: Int64, Sendable {
        case waiting = 0
        case delivered = 1
        /// Given up; it stays listed and can be tried again.
        case dead = 2
    }

    public var id: Int64
    /// In each message, and the same in each repetition of it.
    public var uid: String
    public var search: Int64
    public var state: State
    /// Seconds since 1970, like all times here.
    public var created: Int64
    /// The next attempt.
    public var due: Int64
    public var attempts: Int
    public var finished: Int64?
    /// Why the last attempt failed.
    public var failure: String?

    package init(
        id: Int64, uid: String, search: Int64, state: State, created: Int64, due: Int64, attempts: Int,
        finished: Int64? = nil, failure: String? = nil
    ) {
        self.id = id
        self.uid = uid
        self.search = search
        self.state = state
        self.created = created
        self.due = due
        self.attempts = attempts
        self.finished = finished
        self.failure = failure
    }
}

/// Matches of one saved search that no delivery has taken up yet.
public struct WaitingAlerts: Sendable, Equatable {
    public var search: Int64
    public var count: Int
    /// When the first of them was written down; seconds since 1970.
    public var since: Int64

    package init(search: Int64, count: Int, since: Int64) {
        self.search = search
        self.count = count
        self.since = since
    }
}

/// What came of an attempt to deliver.
public enum AlertOutcome: Sendable, Equatable {
    case delivered
    /// Tried again at that time.
    case failed(reason: String, retryAt: Int64)
    /// Not tried again by itself.
    case dead(reason: String)
    /// The channel is gone: nothing is delivered for the search until somebody enables it.
    case gone(reason: String)
}
