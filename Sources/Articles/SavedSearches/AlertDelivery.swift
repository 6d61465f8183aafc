/// One message to one channel, with articles that a saved search has matched.
public struct AlertDelivery: Sendable, Equatable {
    /// The state of a delivery.
    public enum State: Int64, Sendable {
        case waiting = 0
        case delivered = 1
        /// Given up; it remains in the list and can be retried manually.
        case dead = 2
    }

    public var id: Int64
    /// Unique id of the message; retries use the same one.
    public var uid: String
    public var search: Int64
    public var state: State
    /// Seconds since 1970, like all times in this type.
    public var created: Int64
    /// Time of the next attempt.
    public var due: Int64
    public var attempts: Int
    public var finished: Int64?
    /// Reason for the failure of the last attempt.
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

/// Matches of one saved search that are not in a delivery yet.
public struct WaitingAlerts: Sendable, Equatable {
    public var search: Int64
    public var count: Int
    /// When the first of them was recorded; seconds since 1970.
    public var since: Int64

    package init(search: Int64, count: Int, since: Int64) {
        self.search = search
        self.count = count
        self.since = since
    }
}

/// The outcome of a delivery attempt.
public enum AlertOutcome: Sendable, Equatable {
    case delivered
    /// The delivery failed and will be retried at the given time.
    case failed(reason: String, retryAt: Int64)
    /// Not retried automatically.
    case dead(reason: String)
    /// The channel is gone: deliveries of the search stop until the user enables it again.
    case gone(reason: String)
}
