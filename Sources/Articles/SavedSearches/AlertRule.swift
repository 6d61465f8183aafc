/// Where and when the matches of a saved search are delivered. The texts are parsed by `Alerting`.
public struct AlertRule: Sendable, Equatable {
    /// A channel's address, such as `webhook:https://example.org/hook` or `command:notify-send`.
    public var channel: String
    /// `1h`, `daily 08:00`, `weekly`; nil delivers at once.
    public var digest: String?
    /// `22:00-07:00`: no deliveries in these hours of the day.
    public var quietHours: String?
    /// The location of the secret: `env:NAME` or `file:PATH`; never the secret itself.
    public var secret: String?
    /// How a webhook is signed: `standard` or `miniflux`.
    public var signature: String?
    /// Failures since the last success.
    public var failures = 0
    /// No delivery before this time, as requested by the channel; seconds since 1970.
    public var notBefore: Int64 = 0
    /// Reason why delivery is disabled; nil if it is enabled.
    public var disabled: String?

    /// A rule that delivers at once.
    public init(channel: String) { self.channel = channel }
}

/// Alert settings of a process that writes.
public struct AlertSettings: Sendable {
    /// Seconds east of UTC at a given time, for dates in saved searches.
    public var utcOffset: @Sendable (Int64) -> Int = { _ in 0 }
    /// Whether to alert also for articles of a feed that is imported for the first time.
    public var includesFirstImports = false

    /// UTC; no alerts on a first import.
    public init() {}
}
