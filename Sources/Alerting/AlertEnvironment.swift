public import Articles
public import FeedFetching

/// The external dependencies of deliveries, such as the clock, random numbers, the network and secrets.
public struct AlertEnvironment: Sendable {
    /// Seconds since 1970.
    public var now: @Sendable () -> Int64
    /// The offset in seconds east of UTC at a given time, for digests and quiet hours.
    public var utcOffset: @Sendable (Int64) -> Int = { _ in 0 }
    /// A random number in 0..<1.
    public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// The network access, with its rules and proxies.
    public var fetcher: Fetcher
    public var secrets: SecretReader
    /// Deletes an unused stored secret. Does nothing if the process does not have the service's keys.
    public var forgetSecret: @Sendable (String) -> Void = { _ in }
    /// The channels that the user has confirmed. Messages for other channels remain in the outbox.
    public var confirmations = Confirmations.none
    public var language = AlertLanguage.english
    public var backOff = BackOff()
    public var mail = MailSettings()
    /// The limit for the mails of all channels together; nil for a service with one library.
    public var mailLimit: MailLimit?
    /// Whether mail is sent only to confirmed addresses.
    public var confirmsMail = false
    /// The public address of the web reader, without a slash at its end; nil if messages do not link to it.
    public var readerBase: String?
    /// Prints a message for the channel `terminal`. If nil, such messages remain in the outbox.
    public var terminal: (@Sendable (AlertMessage) -> Void)?
    /// The time limit of commands. Commands that run longer are killed.
    public var commandTimeout: Duration = .seconds(30)

    /// An environment in UTC and English, with the documented default limits.
    public init(fetcher: Fetcher, now: @escaping @Sendable () -> Int64, secrets: SecretReader) {
        self.fetcher = fetcher
        self.now = now
        self.secrets = secrets
    }
}

/// The configured mail server.
public struct MailSettings: Sendable {
    /// The server in the form `smtp://host:port`; a user name may precede the host.
    public var server = "smtp://localhost:25"
    public var sender = ""
    /// The name of the password's secret; nil if the server needs no password.
    public var secret: String?

    /// The mail server of this machine.
    public init() {}
}

/// A failure to deliver a message to a channel.
public struct AlertFailure: Error, Sendable, Equatable {
    /// The reason as one line of text.
    public var reason: String
    /// The number of seconds that the server asks the client to wait.
    public var retryAfter: Int64?
    /// Whether the channel will never accept a message again.
    public var isGone = false
    /// Whether the channel refuses this message whenever it is sent. The message is not sent again; others are.
    public var isRefused = false
    /// Whether the server did not answer. Other channels at the same origin would then fail too.
    public var isUnreachable = false
    /// The HTTP status of the answer; nil if there was none.
    var status: Int?
    /// The number of seconds to wait before the message may be sent. Nothing was sent, and no attempt is counted.
    public var postponedSeconds: Int64?
    /// Whether this machine cannot read the secret of the channel. Nothing was sent, and the delivery waits for a machine
    /// that can.
    public var isUnreadable = false
    /// The item that the user must confirm first. Nothing was sent, and the delivery waits.
    public var unconfirmed: Confirmable?

    /// A failure after which the delivery is retried.
    public init(_ reason: String, retryAfter: Int64? = nil, isGone: Bool = false) {
        self.reason = PlainText.line(reason)
        self.retryAfter = retryAfter
        self.isGone = isGone
    }
}

extension AlertEnvironment {
    /// The item that the user must confirm before the search's messages can be sent; nil if nothing needs to be
    /// confirmed.
    public func unconfirmed(_ search: SavedSearch) -> Confirmable? {
        guard let rule = search.rule else { return nil }
        return confirmations.missing(
            rule.confirmables(search: search.name, policy: fetcher.policy, confirmsMail: confirmsMail))
    }
}

extension AlertFailure {
    init(unconfirmed item: Confirmable) {
        self.init("not confirmed: \(item.summary)")
        unconfirmed = item
    }
}
