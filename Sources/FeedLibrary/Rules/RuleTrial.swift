public import Articles
internal import System

/// A rule, and the articles of recent days to which the rule would have applied.
public struct RuleTrial: Sendable {
    public var rule: ArrivalRule
    /// The number of days in the trial period, which ends now.
    public var days: Int
    /// The ids of the articles; nil if the rule's query cannot be run.
    public var numbers: [Int64]?

    public static let dayRange = 1...3_650
    package static let defaultDays = 7
}

extension ArrivalRules {
    /// Tests a rule that is not stored on recent articles.
    ///
    /// - Parameter days: nil for `RuleTrial.defaultDays`.
    /// - Throws: `InvalidQuery` for an invalid query.
    public func trial(
        of query: String, _ action: ArrivalRule.Action, delay: Int64? = nil, days: Int? = nil
    ) throws -> RuleTrial {
        _ = try parse(query)
        let rule = ArrivalRule(id: 0, query: query, action: action, created: 0, delay: delay)
        try checkMember(rule)
        if let destination = action.destination { _ = try library.destinations.named(destination) }
        return try run(rule, days)
    }

    /// Tests a change to a rule on recent articles without storing it. The parameters are those of `edit`.
    ///
    /// - Returns: nil if no rule has this number.
    /// - Throws: `InvalidQuery` for an invalid query.
    package func trial(
        of number: Int64, query: String?, action: ArrivalRule.Action?, delay: Int64? = nil, days: Int? = nil
    ) throws -> RuleTrial? {
        try changedRule(number, query: query, action: action, delay: delay).map { try run($0, days) }
    }

    /// Tests each stored rule on recent articles.
    ///
    /// - Parameter days: nil for `RuleTrial.defaultDays`.
    public func trials(days: Int? = nil) throws -> [RuleTrial] {
        try all().map { try run($0.rule, days) }
    }

    private func run(_ rule: ArrivalRule, _ days: Int?) throws -> RuleTrial {
        let days = days ?? RuleTrial.defaultDays
        let now = clock.now()
        let numbers = try store.ruleMatches(
            rule.query, isCommon: !rule.action.marks, since: now - Int64(days) * 86_400, now: now)
        return RuleTrial(rule: rule, days: days, numbers: numbers)
    }
}
