/// Stores deliveries, and matches that are not yet part of a delivery.
public protocol OutboxStoring: AnyObject {
    /// Locks deliveries, so that only one process at a time delivers for a store.
    ///
    /// - Returns: nil if another process has the lock. The lock is held as long as the returned object exists.
    /// - Throws: `StorageError` if the lock cannot be used, for example because its file belongs to another user.
    func deliveryLock() throws -> (any LibraryLock)?

    /// The matches that are not yet part of a delivery, by search. Includes matches that `sortAlerts` has not yet
    /// processed.
    func waitingAlerts() throws -> [WaitingAlerts]

    /// Whether any match is not yet part of a delivery. Cheaper than `waitingAlerts`.
    func hasWaitingAlerts() throws -> Bool

    /// Sorts the committed matches by search. Only matches that have been sorted can become part of a delivery.
    func sortAlerts() throws

    /// The articles of a search that wait for delivery, in order of arrival.
    func waitingArticles(of search: Int64, limit: Int) throws -> [Int64]

    /// The articles of a search's latest notifications, newest first.
    func notifiedArticles(of search: Int64, since: Int64, limit: Int) throws -> [Int64]

    /// The articles of a delivery, in order.
    func articles(of delivery: AlertDelivery) throws -> [Int64]

    /// The number of matches that a delivery left out as near-duplicates of articles in this or an earlier delivery.
    func foldedCount(of delivery: AlertDelivery) throws -> Int

    /// All articles that a search has matched: first those not yet delivered, then the others, newest first.
    func alertedArticles(of search: Int64, limit: Int) throws -> [Int64]

    /// Of these waiting articles, those that are near-duplicates of an earlier article in the list or of an article
    /// already notified.
    func notifiedCopies(among articles: [Int64], of search: Int64) throws -> Set<Int64>

    /// Moves waiting matches into one delivery, which is stored before anything is sent, so that a retry has the same
    /// articles and the same `uid`.
    ///
    /// - Parameter folded: matches that are near-duplicates of other matches and are not delivered.
    /// - Returns: the number of matches taken. If no match is waiting, 0 is returned and no delivery is created.
    @discardableResult
    func addDelivery(of articles: [Int64], folded: [Int64], search: Int64, uid: String, now: Int64) throws -> Int

    /// The deliveries that are due, oldest first, except those of searches that are disabled or deferred.
    func dueDeliveries(now: Int64, limit: Int) throws -> [AlertDelivery]

    /// The time of the next due delivery; nil if no delivery is pending.
    func nextDelivery() throws -> Int64?

    /// Deliveries, newest first.
    func deliveries(state: AlertDelivery.State?, search: Int64?, limit: Int) throws -> [AlertDelivery]

    /// The number of deliveries to a channel since a given time.
    func deliveredCount(channel: String, since: Int64) throws -> Int

    /// Records the outcome of an attempt.
    func finish(_ delivery: AlertDelivery, _ outcome: AlertOutcome, now: Int64) throws

    /// Defers a delivery without counting an attempt.
    func postpone(_ delivery: AlertDelivery, until due: Int64) throws

    /// Defers all deliveries of a search, as requested by its channel.
    func holdAlerts(of search: Int64, until: Int64) throws

    /// Makes failed and deferred deliveries due now, and enables a disabled search.
    ///
    /// - Returns: the number of deliveries.
    func retryAlerts(of search: Int64?, now: Int64) throws -> Int
}

extension OutboxStoring {
    public func dueDeliveries(now: Int64) throws -> [AlertDelivery] { try dueDeliveries(now: now, limit: 1_000) }
}
