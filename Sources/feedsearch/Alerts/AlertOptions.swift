import Alerting
import Articles
import FeedFetching
import SQLiteStorage

/// The alert's part of a saved search, as flags or a file give it.
struct AlertOptions {
    var notify: String?
    var digest: String?
    var quietHours: String?
    var secret: String?
    var signature: String?

    init() {}

    init(_ settings: Settings) {
        notify = settings.value(.notify)
        digest = settings.value(.digest)
        quietHours = settings.value(.quietHours)
        secret = settings.value(.secret)
        signature = settings.value(.signature)
    }

    var isEmpty: Bool { notify == nil && digest == nil && quietHours == nil && secret == nil && signature == nil }

    /// Kinds that can be named without an address in a file that is shared.
    static let addressedKinds = ["webhook", "mail", "ntfy", "command"]

    /// The rule as the flags change it: what they leave out stays as it was.
    ///
    /// - Throws: `AlertSettingError`.
    func rule(over old: AlertRule?) throws -> AlertRule? {
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
            _ = try QuietHours(quietHours)
            rule.quietHours = quietHours
        }
        if let secret { rule.secret = try SecretReference(named: secret).description }
        if let signature {
            guard WebhookSignature(rawValue: signature) != nil else { throw AlertSettingError.signature(signature) }
            rule.signature = signature
        }
        return rule
    }
}

extension AlertSettingError {
    func complaint(_ language: Language) -> Complaint {
        switch self {
        case .channel(let text): Complaint(.badChannel, [text], language: language)
        case .digest(let text): Complaint(.badDigest, [text], language: language)
        case .quietHours(let text): Complaint(.badQuietHours, [text], language: language)
        case .secret: Complaint(.badAlertSecret, language: language)
        case .signature(let text): Complaint(.badSignature, [text], language: language)
        }
    }
}
