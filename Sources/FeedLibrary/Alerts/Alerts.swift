public import Alerting
public import Articles
public import FeedFetching
internal import Ingestion
internal import Messages
internal import SQLiteEngine
internal import System

/// The state of a saved search's alerts.
public struct AlertStatus: Sendable {
    public var search: SavedSearch
    public var rule: AlertRule
    /// The number of matching articles that are not yet part of a delivery.
    public var waiting: Int
    /// The number of pending deliveries.
    public var undelivered: Int
    /// The number of deliveries that have been abandoned.
    public var dead: Int
    /// The settings that the user of this machine must confirm before delivery.
    public var unconfirmed: [Confirmable]
}

/// A delivery with the name of its search and the ids of its articles.
public struct AlertLogEntry: Sendable {
    public var delivery: AlertDelivery
    public var name: String
    public var articles: [Int64]
    /// The event of a condition; nil for a delivery about articles.
    public var trend: NotedEvent?
}

/// The alerts of saved searches: their state, deliveries and confirmations.
public struct Alerts: LibraryPart {
    let library: Library

    /// The state of the alerts of each saved search that has alerts, ordered by name.
    public func status() throws -> [AlertStatus] {
        var waiting: [Int64: Int] = [:]
        for entry in try store.waitingAlerts() { waiting[entry.search] = entry.count }
        let policy = try settings.fetcher().policy
        return try store.savedSearches().compactMap { search in
            guard let rule = search.rule else { return nil }
            return AlertStatus(
                search: search, rule: rule, waiting: waiting[search.id] ?? 0,
                undelivered: try store.deliveries(state: .waiting, search: search.id, limit: 10_000).count,
                dead: try store.deliveries(state: .dead, search: search.id, limit: 10_000).count,
                unconfirmed: rule.confirmables(
                    search: search.name, policy: policy, confirmsMail: settings.isMailConfirmed != nil
                ).filter { !settings.alertConfirmations.has($0) })
        }
    }

    /// The latest deliveries of one search or of all searches, optionally limited to one state.
    public func log(
        of name: String?, state: AlertDelivery.State? = nil, limit: Int
    ) throws -> [AlertLogEntry] {
        let chosen = try library.savedSearches.named(name)
        let names = Dictionary(uniqueKeysWithValues: try store.savedSearches().map { ($0.id, $0.name) })
        return try store.deliveries(state: state, search: chosen?.id, limit: limit).map {
            AlertLogEntry(
                delivery: $0, name: names[$0.search] ?? "", articles: try store.articles(of: $0),
                trend: try store.trendEvent(of: $0))
        }
    }

    /// Makes failed and abandoned deliveries due again, and returns how many there were.
    public func retry(of name: String?) throws -> Int {
        try store.retryAlerts(of: try library.savedSearches.named(name)?.id, now: clock.now())
    }

    /// Sends a test message for one search, or for every search that has alerts.
    ///
    /// - Parameter body: receives each search, and the reason why its channel failed, which is nil if the message was
    ///   sent.
    /// - Throws: `UserFacingError` if the search has no alerts.
    public func test(
        of name: String?, terminal: (@Sendable (AlertMessage) -> Void)?, _ body: (SavedSearch, AlertFailure?) -> Void
    ) throws {
        let searches =
            try library.savedSearches.named(name).map { [$0] } ?? store.savedSearches().filter { $0.rule != nil }
        let deliverer = try deliverer(terminal: terminal)
        for search in searches {
            guard search.rule != nil else { throw userError(.alertNotSet, [search.name]) }
            let told = try store.alertedArticles(of: search.id, limit: 1)
            do {
                try deliverer.test(search, articles: store.articles(told, withTexts: true))
                body(search, nil)
            } catch let failure as AlertFailure {
                body(search, failure)
            }
        }
    }

    /// The settings in the database that wait for the user's confirmation.
    ///
    /// - Parameter name: the name of a saved search or a feed; nil for all of them.
    /// - Throws: `UserFacingError` if the file of confirmations cannot be used.
    public func pendingConfirmations(of name: String?) throws -> [PendingConfirmation] {
        let file = settings.confirmations
        if let trouble = file.trouble() { throw trouble.userFacing(settings.language) }
        let pending = try PendingConfirmation.all(
            in: store, file.confirmations, fetcher: try settings.fetcher(), resolves: true)
        guard let name else { return pending }
        let feed = try? store.feed(typed: name).url
        return pending.filter { $0.owner == name || $0.owner == feed }
    }
}
