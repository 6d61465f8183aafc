public import Articles
internal import SQLiteEngine
internal import System

/// An arrival rule and the articles that it would have applied to.
public struct RuleTrial {
    public var rule: ArrivalRule
    /// Ids of the articles; nil if the rule's query cannot be run any more.
    public var numbers: [Int64]?
}

extension Library {
    /// Adds a rule that applies to new articles, and returns its number.
    ///
    /// - Parameter delay: seconds between an article's arrival and the action; nil for none.
    public func addRule(_ query: String, _ action: ArrivalRule.Action, delay: Int64? = nil) throws -> Int64 {
        try recording(.ruleAdded, subject: query) {
            try store.addRule(query, action, delay: delay, now: clock.now())
        }.result
    }

    /// Removes a rule; its changes to articles stay. Returns false if there is no rule with this number.
    package func removeRule(_ number: Int64) throws -> Bool {
        let query = try store.rules().first { $0.id == number }?.query
        return try recording(.ruleRemoved, subject: query) { try store.removeRule(number) }.result
    }

    /// Adds a rule unless the same one exists.
    ///
    /// - Throws: `QueryComplaint` for an invalid query.
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

    /// A changed copy of a rule, which is not stored; nil if there is no rule with this number.
    ///
    /// - Parameters:
    ///   - query: nil keeps the rule's query; the same holds for `action` and `delay`. A delay of 0 removes the delay.
    /// - Throws: `QueryComplaint` for an invalid query.
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

    /// Changes a rule for new articles. Returns nil if there is no rule with this number.
    package func editRule(
        _ number: Int64, query: String?, action: ArrivalRule.Action?, delay: Int64? = nil
    ) throws -> ArrivalRule? {
        try recording(.ruleChanged, subject: query) {
            guard let rule = try self.rule(number, withQuery: query, action: action, delay: delay) else { return nil }
            _ = try store.setRule(number, rule.query, rule.action, delay: rule.delay)
            return try store.rules().first { $0.id == number }
        }.result
    }

    /// Whether a rule is still applied: it has not failed, and its query can be run.
    package func works(_ rule: ArrivalRule) throws -> Bool {
        try rule.failedOn == nil && store.ruleMatches(rule.query, since: .max, now: clock.now()) != nil
    }

    /// The articles of the last days that the rules would have applied to.
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

    /// The form in which it is typed.
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
