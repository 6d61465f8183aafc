/// Keeps the state of articles (read, starred, tagged), and the rules that change it automatically.
public protocol StateStoring: AnyObject {
    /// The rules, in order of execution.
    func rules() throws -> [ArrivalRule]

    /// Adds a rule for new articles.
    ///
    /// - Parameters:
    ///   - query: must be valid; the caller checks it.
    ///   - delay: seconds after an article's arrival; nil to act immediately.
    /// - Returns: the id of the rule.
    @discardableResult
    func addRule(_ query: String, _ action: ArrivalRule.Action, delay: Int64?, now: Int64) throws -> Int64

    /// Changes the query, action and delay of a rule, but not its id and match count.
    ///
    /// - Parameter query: must be valid; the caller checks it.
    /// - Returns: false if no rule has this id.
    func setRule(_ id: Int64, _ query: String, _ action: ArrivalRule.Action, delay: Int64?) throws -> Bool

    /// Executes the rules whose delay has passed.
    ///
    /// - Returns: the number of articles matched.
    @discardableResult
    func runDelayedRules(now: Int64) throws -> Int

    /// - Returns: false if no rule has this id.
    func removeRule(_ id: Int64) throws -> Bool

    /// Changes the state of articles and updates the unread counts. Copies of an article share its read state.
    ///
    /// - Returns: how many of `numbers` were changed.
    @discardableResult
    func change(_ change: StateChange, of numbers: [Int64]) throws -> Int

    /// The unread articles of a scope, by id.
    func unread(in scope: ReadScope) throws -> [Int64]

    /// Marks all articles of a scope as read, in one transaction. With `newestSeen`, later articles stay unread.
    ///
    /// - Returns: the number of articles changed.
    @discardableResult
    func markAllRead(_ scope: ReadScope) throws -> Int
}

extension StateStoring {
    /// Adds a rule that acts immediately.
    @discardableResult
    public func addRule(_ query: String, _ action: ArrivalRule.Action, now: Int64) throws -> Int64 {
        try addRule(query, action, delay: nil, now: now)
    }
}
