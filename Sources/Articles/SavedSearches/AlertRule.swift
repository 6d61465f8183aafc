/// Where and when the matches of a saved search are delivered. The texts are parsed by `Alerting`.
public struct AlertRule: Sendable, Equatable {
    /// A channel's address, such as `webhook:https://example.org/hook` or `command:notify-send`.
    public var channel: String
    /// `1h`, `daily 08:00`, `weekly`; nil delivers at once.
    public var digest: String?
    /// `22:00-07:00`: nothing is delivered in these hours of the day.
    public var quietHours: String?
    /// Where the secret is: `env:NAME` or `file:PATH`; never the secret itself.
    public var secret: String?
    /// How a webhook is signed: `standard` or `miniflux`.
    public var signature: String?
    /// Failures since the last success.
    public var failures = 0
    /// No delivery before this time, as the channel asked; seconds since 1970.
    public var notBefore: Int64 = 0
    /// Why delivery is disabled; nil if it is not.
    public var disabled: String?

    /// A rule that delivers at once.
    public init(channel: String) { self.channel = channel }
}

/// How a writing process alerts.
public struct AlertSettings: Sendable {
    /// Seconds east of UTC at a moment, for dates in saved searches.
    public var utcOffset: @Sendable (Int64) -> Int = { _ in 0 }
    /// Articles of a feed that is imported for the first time alert as well.
    public var includesFirstImports = false

    /// UTC, and silent on a first import.
    public init() {}
}
