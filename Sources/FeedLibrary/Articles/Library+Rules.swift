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
    ///
    /// - Parameter delay: seconds after an article's arrival; nil for at once.
    public func addRule(_ query: String, _ action: ArrivalRule.Action, delay: Int64? = nil) throws -> Int64 {
        try recording(.ruleAdded, subject: query) {
            try store.addRule(query, action, delay: delay, now: clock.now())
        }.result
    }

    /// Removes a rule; what it did stays. False where there is none of that number.
    package func removeRule(_ number: Int64) throws -> Bool {
        let query = try store.rules().first { $0.id == number }?.query
        return try recording(.ruleRemoved, subject: query) { try store.removeRule(number) }.result
    }

    /// Sees to it that there is a rule; doing it again changes nothing.
    ///
    /// - Throws: `QueryComplaint` for a query that cannot be read.
    package func setRule(
        _ query: String, _ action: ArrivalRule.Action, delay: Int64? = nil
    ) throws -> (rule: ArrivalRule, isNew: Bool) {
        _ = try parse(query)
        func find() throws -> ArrivalRule? {
            try store.rules().first { $0.query == query && $0.action == action && $0.delay == delay }
        }
        if let rule = try find() { return (rule, false) }
        let number = try addRule(query, action, delay: delay)
        return (
            try find() ?? ArrivalRule(id: number, query: query, action: action, created: clock.now(), delay: delay),
            true
        )
    }

    /// A rule with another query or action; nil where there is none of that number. Nothing is stored.
    ///
    /// - Parameters:
    ///   - query: nil leaves it as it is; so do the action and the delay. A delay of 0 is none.
    /// - Throws: `QueryComplaint` for a query that cannot be read.
    package func rule(
        _ number: Int64, withQuery query: String?, action: ArrivalRule.Action?, delay: Int64? = nil
    ) throws -> ArrivalRule? {
        guard var rule = try store.rules().first(where: { $0.id == number }) else { return nil }
        if let query {
            _ = try parse(query)
            rule.query = query
        }
        if let action { rule.action = action }
        if let delay { rule.delay = delay == 0 ? nil : delay }
        return rule
    }

    /// Changes a rule for what arrives from now on; doing it again changes nothing. Nil where there is none of that number.
    package func editRule(
        _ number: Int64, query: String?, action: ArrivalRule.Action?, delay: Int64? = nil
    ) throws -> ArrivalRule? {
        try recording(.ruleChanged, subject: query) {
            guard let rule = try self.rule(number, withQuery: query, action: action, delay: delay) else { return nil }
            _ = try store.setRule(number, rule.query, rule.action, delay: rule.delay)
            return try store.rules().first { $0.id == number }
        }.result
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
    /// `read`, `star`, `hide`, `full-text`, `tag:NAME`; nil for anything else.
    public init?(typed text: String) {
        switch text {
        case "read": self = .read
        case "star", "starred": self = .star
        case "hide": self = .hide
        case "full-text": self = .fullText
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
        case .fullText: "full-text"
        case .tag(let name): "tag:" + name
        }
    }
}
