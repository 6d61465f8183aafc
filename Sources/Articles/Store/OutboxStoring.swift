/// Keeps the matches that wait for a delivery, and the deliveries.
public protocol OutboxStoring: AnyObject {
    /// One process at a time delivers for a store.
    ///
    /// - Returns: nil where another one does; held as long as it is kept.
    func deliveryLock() -> (any DeliveryLock)?

    /// The matches that wait to be taken up by a delivery, search by search; those that are unsorted among them.
    func waitingAlerts() throws -> [WaitingAlerts]

    /// Whether any match waits; cheaper than `waitingAlerts`.
    func hasWaitingAlerts() throws -> Bool

    /// Sorts the matches of commits by search; only then deliveries can take them.
    func sortAlerts() throws

    /// The articles that a search has matched and that wait, in the order in which they came.
    func waitingArticles(of search: Int64, limit: Int) throws -> [Int64]

    /// The articles that a search has notified of last, the newest first.
    func notifiedArticles(of search: Int64, since: Int64, limit: Int) throws -> [Int64]

    /// The articles of a delivery, in order.
    func articles(of delivery: AlertDelivery) throws -> [Int64]

    /// How many matches a delivery left out as near-duplicates of articles in this or an earlier delivery.
    func foldedCount(of delivery: AlertDelivery) throws -> Int

    /// All articles that a search has matched: those that wait first, then by newest.
    func alertedArticles(of search: Int64, limit: Int) throws -> [Int64]

    /// The waiting articles that are near-duplicates of an earlier one of the list, or of an article already notified.
    func notifiedCopies(among articles: [Int64], of search: Int64) throws -> Set<Int64>

    /// Moves waiting matches into one delivery, which is stored before anything is sent: a repetition has the same
    /// articles and the same `uid`.
    ///
    /// - Parameter folded: matches that another article stands for; they are not delivered.
    /// - Returns: the number of matches taken; 0, and no delivery, if none waits.
    @discardableResult
    func addDelivery(of articles: [Int64], folded: [Int64], search: Int64, uid: String, now: Int64) throws -> Int

    /// Deliveries whose time has come, the oldest first; none of searches that are disabled or asked to wait.
    func dueDeliveries(now: Int64, limit: Int) throws -> [AlertDelivery]

    /// When the next delivery is due; nil where none waits.
    func nextDelivery() throws -> Int64?

    /// Deliveries, the newest first.
    func deliveries(state: AlertDelivery.State?, search: Int64?, limit: Int) throws -> [AlertDelivery]

    /// How many deliveries a channel has taken since a moment.
    func deliveredCount(channel: String, since: Int64) throws -> Int

    /// Records the outcome of an attempt.
    func finish(_ delivery: AlertDelivery, _ outcome: AlertOutcome, now: Int64) throws

    /// Leaves a delivery for later without counting an attempt.
    func postpone(_ delivery: AlertDelivery, until due: Int64) throws

    /// Defers all deliveries of a search, as its channel asked.
    func holdAlerts(of search: Int64, until: Int64) throws

    /// Makes failed and deferred deliveries due now, and enables a disabled search.
    ///
    /// - Returns: how many deliveries.
    func retryAlerts(of search: Int64?, now: Int64) throws -> Int
}

extension OutboxStoring {
    public func dueDeliveries(now: Int64) throws -> [AlertDelivery] { try dueDeliveries(now: now, limit: 1_000) }
}

/// The right to deliver, until it is released.
public protocol DeliveryLock: AnyObject {
    /// Whether this process still has it; asked before each message. A lock over a network may be lost.
    var isHeld: Bool { get }
}
