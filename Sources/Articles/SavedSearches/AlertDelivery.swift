/// One message to one channel, with articles that match a saved search.
public struct AlertDelivery: Sendable, Equatable {
    /// The state of a delivery.
    public enum State: Int64, Sendable {
        case waiting = 0
        case delivered = 1
        /// The delivery has been abandoned. It stays in the list, and the user can retry it.
        case dead = 2
    }

    public var id: Int64
    /// The unique id of the message. Retries use the same id.
    public var uid: String
    public var search: Int64
    public var state: State
    /// The time of creation, in seconds since 1970.
    public var created: Int64
    /// The time of the next attempt, in seconds since 1970.
    public var due: Int64
    public var attempts: Int
    public var finished: Int64?
    /// The reason why the last attempt failed.
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

/// Matches of one saved search that are not yet part of a delivery.
public struct WaitingAlerts: Sendable, Equatable {
    public var search: Int64
    public var count: Int
    /// The time at which the first of these matches was recorded, in seconds since 1970.
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
    /// The delivery failed and will not be retried automatically.
    case dead(reason: String)
    /// The channel no longer exists. Deliveries of the search stop until the user enables it again.
    case gone(reason: String)
}
