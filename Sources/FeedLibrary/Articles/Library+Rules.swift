public import Articles
internal import SQLiteStorage
internal import System

/// A rule for articles that arrive, and what it would do.
public struct RuleTrial {
    public var rule: ArrivalRule
    /// Articles that it would have met; nil where its query cannot be carried out any more.
    public var numbers: [Int64]?
}

extension Library {
    /// Makes a rule that meets what arrives from now on; its number.
    public func addRule(_ query: String, _ action: ArrivalRule.Action) throws -> Int64 {
        try store.addRule(query, action, now: clock.now())
    }

    /// Whether a rule still does something.
    package func works(_ rule: ArrivalRule) throws -> Bool {
        try rule.failedOn == nil && store.ruleMatches(rule.query, since: .max, now: clock.now()) != nil
    }

    /// What rules would have met in the last days.
    public func tryRules(_ rules: [ArrivalRule], days: Int) throws -> [RuleTrial] {
        let now = clock.now()
        return try rules.map { rule in
            RuleTrial(
                rule: rule,
                numbers: try store.ruleMatches(rule.query, since: now - Int64(days) * 86_400, now: now))
        }
    }
}

extension ArrivalRule.Action {
    /// `read`, `star`, `hide`, `tag:NAME`; nil for anything else.
    public init?(typed text: String) {
        switch text {
        case "read": self = .read
        case "star", "starred": self = .star
        case "hide": self = .hide
        default:
            guard text.hasPrefix("tag:") || text.hasPrefix("tag "), text.count > 4 else { return nil }
            self = .tag(String(text.dropFirst(4)))
        }
    }

    /// As it is typed.
    public var typed: String {
        switch self {
        case .read: "read"
        case .star: "star"
        case .hide: "hide"
        case .tag(let name): "tag:" + name
        }
    }
}
