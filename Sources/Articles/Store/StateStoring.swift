/// Keeps what a reader has read, starred and tagged, and the rules that do so by themselves.
public protocol StateStoring: AnyObject {
    /// The rules, in the order in which they are carried out.
    func rules() throws -> [ArrivalRule]

    /// Adds a rule for what arrives from now on.
    ///
    /// - Parameters:
    ///   - query: readable as a query; the caller has seen to it.
    ///   - delay: seconds after an article's arrival; nil for at once.
    /// - Returns: its number.
    @discardableResult
    func addRule(_ query: String, _ action: ArrivalRule.Action, delay: Int64?, now: Int64) throws -> Int64

    /// Sets the query, the action and the delay of a rule; its number and what it has matched stay.
    ///
    /// - Parameter query: readable as a query; the caller has seen to it.
    /// - Returns: false where there is none of that number.
    func setRule(_ id: Int64, _ query: String, _ action: ArrivalRule.Action, delay: Int64?) throws -> Bool

    /// Carries out the rules that wait for articles to be some time old.
    ///
    /// - Returns: how many articles they matched.
    @discardableResult
    func runDelayedRules(now: Int64) throws -> Int

    /// - Returns: false where there was none of that number.
    func removeRule(_ id: Int64) throws -> Bool

    /// Changes the state of articles; unread sums follow. Copies of an article share whether it is read.
    ///
    /// - Returns: how many of `numbers` were changed.
    @discardableResult
    func change(_ change: StateChange, of numbers: [Int64]) throws -> Int

    /// Unread articles of a scope, by number.
    func unread(in scope: ReadScope) throws -> [Int64]

    /// Marks everything of a scope as read, in one transaction. With `newestSeen`, what arrived after the reader looked
    /// stays unread.
    ///
    /// - Returns: how many were changed.
    @discardableResult
    func markAllRead(_ scope: ReadScope) throws -> Int
}

extension StateStoring {
    /// Adds a rule that is carried out at once.
    @discardableResult
    public func addRule(_ query: String, _ action: ArrivalRule.Action, now: Int64) throws -> Int64 {
        try addRule(query, action, delay: nil, now: now)
    }
}
