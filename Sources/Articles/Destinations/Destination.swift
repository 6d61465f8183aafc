/// A target to which articles are sent: a service that keeps articles for later, such as wallabag, or a folder.
public struct Destination: Sendable, Equatable {
    public var id: Int64
    public var name: String
    /// The kind and the address, such as `wallabag:https://bag.example.org`.
    public var address: String
    /// The reference to the secret; nil for a destination without one.
    public var secret: String?
    public var created: Int64
    /// The time before which nothing is sent, in seconds since 1970, for example because of `Retry-After`.
    public var notBefore: Int64
    /// The reason why nothing more is sent, such as a refused password. Nil if articles are sent.
    public var disabled: String?

    public init(
        id: Int64 = 0, name: String, address: String, secret: String? = nil, created: Int64 = 0, notBefore: Int64 = 0,
        disabled: String? = nil
    ) {
        self.id = id
        self.name = name
        self.address = address
        self.secret = secret
        self.created = created
        self.notBefore = notBefore
        self.disabled = disabled
    }
}

/// The delivery of an article to a destination.
public struct Sending: Sendable, Equatable {
    public var id: Int64
    /// The unique id of the delivery. Retries use the same id.
    public var uid: String
    public var destination: Int64
    public var article: Int64
    public var state: AlertDelivery.State
    /// The time of creation, in seconds since 1970.
    public var created: Int64
    /// The time of the next attempt, in seconds since 1970.
    public var due: Int64
    public var attempts: Int
    /// The time of the last attempt, in seconds since 1970; nil while the article is waiting.
    public var finished: Int64?
    /// The reason why the last attempt failed.
    public var failure: String?

    package init(
        id: Int64, uid: String, destination: Int64, article: Int64, state: AlertDelivery.State, created: Int64,
        due: Int64, attempts: Int, finished: Int64? = nil, failure: String? = nil
    ) {
        self.id = id
        self.uid = uid
        self.destination = destination
        self.article = article
        self.state = state
        self.created = created
        self.due = due
        self.attempts = attempts
        self.finished = finished
        self.failure = failure
    }
}
