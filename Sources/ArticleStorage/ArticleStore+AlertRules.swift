internal import SQLite

/// Where and when the matches of a saved search are told. The texts are read by the room that delivers.
public struct AlertRule: Sendable, Equatable {
    /// A channel's address, such as `webhook:https://example.org/hook` or `command:notify-send`.
    public var channel: String
    /// `1h`, `daily 08:00`, `weekly`; nil tells at once.
    public var digest: String?
    /// `22:00-07:00`: nothing is told in these hours of the day.
    public var quietHours: String?
    /// Where the secret is: `env:NAME` or `file:PATH`; never the secret itself.
    public var secret: String?
    /// How a webhook is signed: `standard` or `miniflux`.
    public var signature: String?
    /// Failures since the last success.
    public var failures = 0
    /// The channel asked to be left alone until then; seconds since 1970.
    public var notBefore: Int64 = 0
    /// Why nothing is delivered any more; nil while it is.
    public var disabled: String?

    /// A rule that tells at once.
    public init(channel: String) { self.channel = channel }
}

extension ArticleStore {
    /// How this store alerts when articles are written through it.
    public var alertSettings: AlertSettings {
        get { alerting.settings }
        set { alerting.settings = newValue }
    }

    /// How many matches of saved searches were written down through this store.
    public var recordedAlerts: Int { alerting.recorded }

    /// Runs `body` so that all that it writes is stored in one commit, or nothing.
    public func atomically<Result>(_ body: () throws -> Result) throws -> Result {
        try guarded { try connection.transaction { try body() } }
    }

    /// Saves a search with all that belongs to it, in one transaction.
    ///
    /// - Parameters:
    ///   - rule: nil leaves the search without alerts; `keepsRule` leaves what it has.
    public func save(
        search name: String, query: String, comment: String?, rule: AlertRule?, keepsRule: Bool = false, now: Int64
    ) throws {
        try guarded {
            try connection.transaction {
                try save(search: name, query: query, now: now)
                try connection.run(
                    "UPDATE saved_search SET comment = coalesce(?2, comment) WHERE name = ?1",
                    [.text(name), .init(comment)])
                if keepsRule { return }
                guard let id = try connection.integer("SELECT id FROM saved_search WHERE name = ?", [.text(name)])
                else { return }
                guard let rule else {
                    return try connection.run("DELETE FROM alert_rule WHERE search = ?", [.integer(id)])
                }
                try connection.run(
                    """
                    INSERT INTO alert_rule (search, channel, digest, quiet_hours, secret, signature)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                    ON CONFLICT (search) DO UPDATE SET channel = ?2, digest = ?3, quiet_hours = ?4, secret = ?5,
                        signature = ?6, failures = 0, not_before = 0, disabled = NULL
                    """,
                    [
                        .integer(id), .text(rule.channel), .init(rule.digest), .init(rule.quietHours),
                        .init(rule.secret), .init(rule.signature),
                    ])
            }
        }
    }
}
