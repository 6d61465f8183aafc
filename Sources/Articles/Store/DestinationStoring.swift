/// Stores the destinations of articles, and the sendings: deliveries of articles to them.
public protocol DestinationStoring: AnyObject {
    /// All destinations, ordered by name.
    func destinations() throws -> [Destination]

    /// Adds a destination.
    ///
    /// - Returns: false if the name is already used.
    func addDestination(name: String, address: String, secret: String?, now: Int64) throws -> Bool

    /// Removes a destination and its sendings.
    ///
    /// - Returns: false if no destination has this id.
    func removeDestination(_ id: Int64) throws -> Bool

    /// Queues articles for a destination. An article that is already queued for it is not queued again.
    ///
    /// - Returns: the number of articles queued.
    @discardableResult
    func queueSendings(of articles: [Int64], to destination: Int64, now: Int64) throws -> Int

    /// The due sendings to a destination, oldest first; empty if the destination is disabled or deferred.
    func dueSendings(to destination: Int64, now: Int64, limit: Int) throws -> [Sending]

    /// The time of the next due sending to one of these destinations; nil if nothing is queued.
    func nextSending(to destinations: [Int64]) throws -> Int64?

    /// Sendings, newest first.
    func sendings(state: AlertDelivery.State?, destination: Int64?, limit: Int) throws -> [Sending]

    /// The number of sendings in each state, by destination.
    func sendingCounts() throws -> [Int64: [AlertDelivery.State: Int]]

    /// The number of articles whose last attempt was made after a given time, whether it succeeded or failed.
    func sentCount(to destination: Int64, since: Int64) throws -> Int

    /// Records the outcome of an attempt.
    func finish(_ sending: Sending, _ outcome: AlertOutcome, now: Int64) throws

    /// Defers all sendings to a destination.
    func holdSendings(to destination: Int64, until: Int64) throws

    /// Makes failed and deferred sendings due now, and enables a disabled destination.
    ///
    /// - Parameter destination: nil for all destinations.
    /// - Returns: the number of sendings.
    func retrySendings(to destination: Int64?, now: Int64) throws -> Int
}
