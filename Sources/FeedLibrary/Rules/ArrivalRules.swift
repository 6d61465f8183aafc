public import Articles
internal import Messages
internal import SQLiteEngine
internal import System

/// Manages the rules that are applied to new articles, for example with `library.rules.add("linux", .star)`.
public struct ArrivalRules: LibraryPart {
    let library: Library

    /// The common rules and the rules of the owner or of the member, in the order in which they are applied. `works` is
    /// false if a rule has failed or can no longer run.
    public func all() throws -> [(rule: ArrivalRule, works: Bool)] {
        try visible().map { ($0, try works($0)) }
    }

    private func visible() throws -> [ArrivalRule] {
        let member = library.member
        return try store.rules().filter { rule in
            // The owner's rules with `read` and `star` mark articles only for the owner.
            rule.member == member || rule.member == nil && !rule.action.marks
        }
    }

    /// Whether changing or removing a rule changes what all members share.
    package func isCommon(_ number: Int64) throws -> Bool {
        try visible().contains { $0.id == number && !$0.action.marks }
    }

    /// Adds a rule that applies to new articles, and returns its number.
    ///
    /// - Parameter delay: the number of seconds between an article's arrival and the action; nil for no delay.
    public func add(_ query: String, _ action: ArrivalRule.Action, delay: Int64? = nil) throws -> Int64 {
        try checkMember(ArrivalRule(id: 0, query: query, action: action, created: 0, delay: delay))
        try checkCount(action)
        if let destination = action.destination { _ = try library.destinations.named(destination) }
        return try recording(kind(.ruleAdded, action), subject: query) {
            try store.addRule(query, action, delay: delay, now: clock.now())
        }.result
    }

    /// Removes a rule, but keeps its changes to articles. Returns false if no rule has this number.
    package func remove(_ number: Int64) throws -> Bool {
        guard let rule = try visible().first(where: { $0.id == number }) else { return false }
        try checkOwner(rule)
        return try recording(kind(.ruleRemoved, rule.action), subject: rule.query) {
            try store.removeRule(number)
        }.result
    }

    /// The maximum number of a member's own rules, and of common rules if a member adds one. Each rule is evaluated
    /// while the library stores articles.
    package static let (maxOwnRules, maxCommonRules) = (100, 500)

    private func checkCount(_ action: ArrivalRule.Action) throws {
        guard let member = library.member else { return }
        let owner: Int64? = action.marks ? member : nil
        let limit = action.marks ? Self.maxOwnRules : Self.maxCommonRules
        if try store.rules().count(where: { $0.member == owner }) >= limit {
            throw userError(.memberTooManyRules, [String(limit)])
        }
    }

    /// - Throws: `UserFacingError` if only the owner may change the rule.
    private func checkOwner(_ rule: ArrivalRule) throws {
        guard library.member != nil, rule.member == nil, rule.action.isOfOwner else { return }
        throw userError(.memberRuleOfOwner, [String(rule.id)])
    }

    /// The kind of the action that changes a rule.
    private func kind(_ kind: UserAction.Kind, _ action: ArrivalRule.Action) -> UserAction.Kind {
        library.member != nil && action.marks ? .ownRule : kind
    }

    /// Adds a rule unless an identical rule exists.
    ///
    /// - Throws: `InvalidQuery` for an invalid query.
    package func addIfNew(
        _ query: String, _ action: ArrivalRule.Action, delay: Int64? = nil
    ) throws -> (rule: ArrivalRule, isNew: Bool) {
        _ = try parse(query)
        func find() throws -> ArrivalRule? {
            try visible().first { $0.query == query && $0.action == action && $0.delay == delay }
        }
        if let rule = try find() { return (rule, false) }
        let number = try add(query, action, delay: delay)
        return (
            try find() ?? ArrivalRule(id: number, query: query, action: action, created: clock.now(), delay: delay),
            true
        )
    }

    /// Changes a rule for new articles. Returns nil if no rule has this number.
    ///
    /// - Parameters:
    ///   - query: the new query. Parameters that are nil keep the rule's value. A `delay` of 0 removes the delay.
    /// - Throws: `InvalidQuery` for an invalid query.
    package func edit(
        _ number: Int64, query: String?, action: ArrivalRule.Action?, delay: Int64? = nil
    ) throws -> (rule: ArrivalRule, works: Bool)? {
        guard let rule = try changedRule(number, query: query, action: action, delay: delay) else { return nil }
        return try recording(kind(.ruleChanged, rule.action), subject: query) {
            _ = try store.setRule(number, rule.query, rule.action, delay: rule.delay)
            return try store.rules().first { $0.id == number }.map { ($0, try works($0)) }
        }.result
    }

    /// Returns a changed copy of a rule without storing it. The parameters are those of `edit`.
    func changedRule(
        _ number: Int64, query: String?, action: ArrivalRule.Action?, delay: Int64?
    ) throws -> ArrivalRule? {
        guard var rule = try visible().first(where: { $0.id == number }) else { return nil }
        try checkOwner(rule)
        if let action, library.member != nil, action.marks != rule.action.marks {
            throw userError(.memberRuleKind, [String(number)])
        }
        if let query {
            _ = try parse(query)
            rule.query = query
        }
        if let destination = action?.destination { _ = try library.destinations.named(destination) }
        if let action { rule.action = action }
        if let delay { rule.delay = delay == 0 ? nil : delay }
        try checkMember(rule)
        return rule
    }

    /// Whether the rule has not failed and its query can still be run.
    private func works(_ rule: ArrivalRule) throws -> Bool {
        if let name = rule.action.destination, try !library.destinations.names().contains(name) { return false }
        return try rule.failedOn == nil
            && store.ruleMatches(rule.query, isCommon: !rule.action.marks, since: .max, now: clock.now()) != nil
    }
}

extension ArrivalRule {
    /// The valid numbers of seconds between an article's arrival and the action, up to a year (366 days). A value of 0
    /// means no delay.
    package static let delayRange = 0...366 * 86_400
}

extension ArrivalRule.Action {
    /// Parses the text form of an action, which is `read`, `star`, `hide`, `full-text`, `tag:NAME` or `send:NAME`; nil for
    /// any other text.
    public init?(typed text: String) {
        if text == "starred" {
            self = .star
        } else if text.hasPrefix("tag:") || text.hasPrefix("tag "), text.count > 4 {
            self = .tag(String(text.dropFirst(4)))
        } else if text.hasPrefix("send:"), text.count > 5 {
            self = .send(String(text.dropFirst(5)))
        } else {
            self.init(name: text, object: nil)
        }
    }

    /// The action with this name, as in a JSON request or a form; nil for an unknown name.
    ///
    /// - Parameters:
    ///   - tag: the tag if the name is `tag`; must be nil for other names.
    ///   - destination: the name of the destination if the name is `send`; must be nil for other names.
    package init?(mark: String, tag: String?, destination: String? = nil) {
        if mark != "tag", tag != nil { return nil }
        if mark != "send", destination != nil { return nil }
        switch mark {
        case "tag": self.init(typed: "tag:" + (tag ?? ""))
        case "send": self.init(typed: "send:" + (destination ?? ""))
        default: self.init(typed: mark)
        }
    }

    /// The text form of the action, as users enter it.
    public var typed: String { object.map { name + ":" + $0 } ?? name }
}
