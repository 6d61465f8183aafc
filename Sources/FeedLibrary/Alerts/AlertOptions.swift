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
    /// The place of header lines; `none` removes them.
    public var headers: String?
    /// The text of a body template; `none` removes it.
    public var template: String?
    public var contentType: String?
    /// Whether each article has a message of its own.
    public var isEach: Bool?
    /// The text of a `TrendCondition`; `off` removes the condition.
    public var condition: String?

    public init() {}

    public var isEmpty: Bool {
        notify == nil && digest == nil && quietHours == nil && secret == nil && signature == nil && headers == nil
            && template == nil && contentType == nil && isEach == nil && condition == nil
    }

    /// The kinds of channel that a shared file can specify without an address.
    public static let addressedKinds = (["webhook", "mail", "mail+epub", "command"] + AlertChannel.services).filter {
        (try? AlertChannel($0)) == nil
    }

    /// The beginnings of channels of services, for completion.
    public static let services = AlertChannel.services.map { $0 == "slack" || $0 == "discord" ? $0 : $0 + ":" }

    /// The kinds of channel that clients of a service can set.
    public static let clientKinds = ["webhook", "mail", "mail+epub", "webpush"] + AlertChannel.services

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
                rule.isEach = old?.isEach ?? false
                rule.condition = old?.condition
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
        if let headers {
            rule.headers = headers == "none" ? nil : try Self.place(ofHeaders: headers)
        }
        if let signature {
            guard WebhookSignature(rawValue: signature) != nil else { throw AlertSettingError.signature(signature) }
            rule.signature = signature
        }
        if let isEach { rule.isEach = isEach }
        if let condition {
            do throws(TrendConditionError) {
                rule.condition = condition == "off" ? nil : try TrendCondition(condition).text
            } catch { throw AlertSettingError.condition(condition, error) }
        }
        try apply(templateTo: &rule)
        return rule
    }

    /// A text with a colon but without `env:` or `file:` may be a header that was typed in place of its file's name.
    private static func place(ofHeaders text: String) throws(AlertSettingError) -> String {
        guard text.contains(":") || SecretReference(text) == nil else { return SecretReference.file(text).description }
        return try SecretReference(named: text).description
    }

    private func apply(templateTo rule: inout AlertRule) throws(AlertSettingError) {
        if template == "none" {
            rule.template = nil
            rule.contentType = nil
            return
        }
        guard template != nil || contentType != nil else { return }
        let kind = try AlertChannel(rule.channel).kind
        guard kind == "webhook" else { throw .templateOfChannel(kind) }
        rule.template = template ?? rule.template
        rule.contentType = contentType ?? rule.contentType
        guard let text = rule.template else { throw .contentTypeAlone }
        try AlertBody.check(text, contentType: rule.contentType)
    }
}
