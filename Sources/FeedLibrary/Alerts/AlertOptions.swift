internal import Alerting
public import Articles
internal import FeedFetching
internal import SQLiteEngine

/// The alert settings of a saved search, as given by command-line flags or a file.
public struct AlertOptions: Sendable {
    public var notify: String?
    public var digest: String?
    public var quietHours: String?
    public var secret: String?
    public var signature: String?

    public init() {}

    public var isEmpty: Bool {
        notify == nil && digest == nil && quietHours == nil && secret == nil && signature == nil
    }

    /// The kinds of channel that a shared file can specify without an address.
    public static let addressedKinds = ["webhook", "mail", "ntfy", "command"]

    /// Returns the rule with these options applied. Options that are nil keep the rule's value.
    ///
    /// - Throws: `AlertSettingError`.
    public func rule(over old: AlertRule?) throws -> AlertRule? {
        if notify == "none" { return nil }
        var rule = old ?? AlertRule(channel: "terminal")
        if let notify {
            _ = try AlertChannel(notify)
            if notify != rule.channel {
                rule = AlertRule(channel: notify)
                rule.digest = old?.digest
                rule.quietHours = old?.quietHours
            }
        }
        if let digest {
            rule.digest = try DigestTime(digest) == nil ? nil : digest
        }
        if let quietHours {
            if quietHours != "none" { _ = try QuietHours(quietHours) }
            rule.quietHours = quietHours == "none" ? nil : quietHours
        }
        if let secret { rule.secret = try SecretReference(named: secret).description }
        if let signature {
            guard WebhookSignature(rawValue: signature) != nil else { throw AlertSettingError.signature(signature) }
            rule.signature = signature
        }
        return rule
    }
}
