public import Articles
public import FeedFetching

/// What deliveries need from outside: clock, random numbers, network, secrets.
public struct AlertEnvironment: Sendable {
    /// Seconds since 1970.
    public var now: @Sendable () -> Int64
    /// Seconds east of UTC at a moment, for digests and quiet hours.
    public var utcOffset: @Sendable (Int64) -> Int = { _ in 0 }
    /// Random numbers, 0..<1.
    public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// The network rules and proxies.
    public var fetcher: Fetcher
    public var secrets: SecretReader
    /// Which of the searches' channels may be used; messages for others stay in the outbox.
    public var confirmations = Confirmations.none
    public var language = AlertLanguage.english
    public var backOff = BackOff()
    public var mail = MailSettings()
    /// Prints a message for the channel `terminal`; nil keeps such messages in the outbox.
    public var terminal: (@Sendable (AlertMessage) -> Void)?
    /// A command that runs longer is terminated.
    public var commandTimeout: Duration = .seconds(30)

    /// An environment in UTC and English, with the documented limits.
    public init(fetcher: Fetcher, now: @escaping @Sendable () -> Int64, secrets: SecretReader) {
        self.fetcher = fetcher
        self.now = now
        self.secrets = secrets
    }
}

/// The mail server of the configuration.
public struct MailSettings: Sendable {
    /// `smtp://host:port`; the host may have a user name before it.
    public var server = "smtp://localhost:25"
    public var sender = ""
    /// A reference to the password.
    public var secret: String?

    /// The mail server of this machine.
    public init() {}
}

/// Why a channel did not accept a message.
public struct AlertFailure: Error, Sendable, Equatable {
    /// One line.
    public var reason: String
    /// Seconds that the server asks to wait.
    public var retryAfter: Int64?
    /// The channel will never accept a message again.
    public var isGone = false
    /// No answer: other channels at the same origin would fail too.
    public var isUnreachable = false
    /// What the user has to confirm first. Nothing was sent, and the delivery waits.
    public var unconfirmed: Confirmable?

    /// A failure after which the delivery is retried.
    public init(_ reason: String, retryAfter: Int64? = nil, isGone: Bool = false) {
        self.reason = PlainText.line(reason)
        self.retryAfter = retryAfter
        self.isGone = isGone
    }
}

extension AlertEnvironment {
    /// What the user has to confirm before the search's messages can be sent; nil if nothing is missing.
    public func unconfirmed(_ search: SavedSearch) -> Confirmable? {
        guard let rule = search.rule else { return nil }
        return confirmations.missing(rule.confirmables(search: search.name, policy: fetcher.policy))
    }
}

extension AlertFailure {
    init(unconfirmed item: Confirmable) {
        self.init("not confirmed: \(item.summary)")
        unconfirmed = item
    }
}
