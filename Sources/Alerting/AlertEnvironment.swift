public import Articles
public import FeedFetching

/// All that deliveries need from outside: clock, chance, network, secrets.
public struct AlertEnvironment: Sendable {
    /// Seconds since 1970.
    public var now: @Sendable () -> Int64
    /// Seconds east of UTC at a moment, for digests and quiet hours.
    public var utcOffset: @Sendable (Int64) -> Int = { _ in 0 }
    /// 0..<1.
    public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// The rules and proxies of the network.
    public var fetcher: Fetcher
    public var secrets: SecretReader
    /// What of the searches' channels may take effect; the rest waits in the outbox.
    public var confirmations = Confirmations.none
    public var language = AlertLanguage.english
    public var backOff = BackOff()
    public var mail = MailSettings()
    /// Prints a message for the channel `terminal`; nil leaves such messages waiting.
    public var terminal: (@Sendable (AlertMessage) -> Void)?
    /// A command that runs longer is ended.
    public var commandTimeout: Duration = .seconds(30)

    /// An environment in UTC, English, with the documented waits.
    public init(fetcher: Fetcher, now: @escaping @Sendable () -> Int64, secrets: SecretReader) {
        self.fetcher = fetcher
        self.now = now
        self.secrets = secrets
    }
}

/// The mail server, as the configuration has it.
public struct MailSettings: Sendable {
    /// `smtp://host:port`; a user name may stand in front of the host.
    public var server = "smtp://localhost:25"
    public var sender = ""
    /// Where the password is.
    public var secret: String?

    /// The server of this machine.
    public init() {}
}

/// Why a channel did not take a message.
public struct AlertFailure: Error, Sendable, Equatable {
    /// One line.
    public var reason: String
    /// Seconds that the channel asks to be left alone.
    public var retryAfter: Int64?
    /// The channel says that it will never take another.
    public var isGone = false
    /// Nobody answered: others at the same place will not either.
    public var isUnreachable = false
    /// What the user has to confirm first: nothing was sent, and the delivery waits.
    public var unconfirmed: Confirmable?

    /// A failure that may pass.
    public init(_ reason: String, retryAfter: Int64? = nil, isGone: Bool = false) {
        self.reason = PlainText.line(reason)
        self.retryAfter = retryAfter
        self.isGone = isGone
    }
}

extension AlertEnvironment {
    /// What the user has to confirm before the search's messages can go out; nil where nothing is missing.
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
