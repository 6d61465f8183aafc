/// Where and when the matches of a saved search are delivered. `Alerting` parses the strings.
public struct AlertRule: Sendable, Equatable {
    /// The channel's address, such as `webhook:https://example.org/hook` or `command:notify-send`.
    public var channel: String
    /// The delivery schedule, such as `1h`, `daily 08:00` or `weekly`; nil delivers at once.
    public var digest: String?
    /// The hours of the day without deliveries, such as `22:00-07:00`.
    public var quietHours: String?
    /// The location of the webhook secret, either `env:NAME` or `file:PATH`; never the secret itself.
    public var secret: String?
    /// How a webhook is signed: `standard` or `miniflux`.
    public var signature: String?
    /// The location of header lines `Name: value` for a web channel, either `env:NAME` or `file:PATH`; never the lines
    /// themselves.
    public var headers: String?
    /// The template of a webhook's body; nil for the standard JSON.
    public var template: String?
    /// The content type of a template's result; nil for JSON.
    public var contentType: String?
    /// Whether each article has a message of its own.
    public var isEach = false
    /// The condition on the number of articles (`TrendCondition`) under which a message is sent; nil for a message about
    /// each match.
    public var condition: String?
    /// The number of consecutive failures since the last success.
    public var failures = 0
    /// The channel asked for no deliveries before this time, in seconds since 1970.
    public var notBefore: Int64 = 0
    /// The reason why delivery is disabled; nil if it is enabled.
    public var disabled: String?

    /// A rule that delivers at once.
    public init(channel: String) { self.channel = channel }
}

/// The alert settings of a process that writes.
public struct AlertSettings: Sendable {
    /// Seconds east of UTC at a given time, for dates in saved searches.
    public var utcOffset: @Sendable (Int64) -> Int = { _ in 0 }
    /// Whether articles of a feed that is imported for the first time also cause alerts.
    public var includesFirstImports = false

    /// Creates settings for UTC without alerts on a first import.
    public init() {}
}
