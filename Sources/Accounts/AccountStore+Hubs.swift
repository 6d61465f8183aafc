internal import Formats
internal import SQLite

/// Subscriptions at WebSub hubs. They are stored with the accounts, not in the library, because they belong to the
/// public address of this service.
extension AccountStore {
    private static let columns = "id, feed, url, hub, topic, base, state, requested, expires, due, failures"

    public func hubSubscriptions() throws(AccountError) -> [HubSubscription] {
        try read { connection in
            let row = try connection.cachedStatement("SELECT \(Self.columns) FROM hub_subscription ORDER BY feed, id")
            defer { row.reset() }
            var all: [HubSubscription] = []
            while try row.step() { if let one = Self.subscription(row) { all.append(one) } }
            return all
        }
    }

    public func hubSubscription(_ id: String) throws(AccountError) -> HubSubscription? {
        try read { connection in
            let row = try connection.cachedStatement("SELECT \(Self.columns) FROM hub_subscription WHERE id = ?")
            defer { row.reset() }
            row.bind(id, at: 1)
            return try row.step() ? Self.subscription(row) : nil
        }
    }

    /// Adds a subscription that has not been sent to its hub yet.
    public func addHubSubscription(
        feed: Int64, url: String, hub: String, topic: String
    ) throws(AccountError) -> HubSubscription {
        let id = Hexadecimal.encode(Sodium.randomBytes(16))
        let subscription = HubSubscription(id: id, feed: feed, url: url, hub: hub, topic: topic)
        try write { connection in
            try connection.run(
                "INSERT INTO hub_subscription (\(Self.columns)) VALUES (?, ?, ?, ?, ?, '', ?, 0, 0, 0, 0)",
                [.text(id), .integer(feed), .text(url), .text(hub), .text(topic), .text(subscription.state.rawValue)])
        }
        return subscription
    }

    /// Stores the new state of a subscription; does nothing if it was removed in the meantime.
    public func update(_ subscription: HubSubscription) throws(AccountError) {
        try write { connection in
            try connection.run(
                """
                UPDATE hub_subscription SET base = ?, state = ?, requested = ?, expires = ?, due = ?, failures = ? WHERE id = ?
                """,
                [
                    .text(subscription.base), .text(subscription.state.rawValue),
                    .integer(subscription.requested),
                    .integer(subscription.expires), .integer(subscription.due),
                    .integer(Int64(subscription.failures)), .text(subscription.id),
                ])
        }
    }

    public func removeHubSubscription(_ id: String) throws(AccountError) {
        try write { connection in
            try connection.run("DELETE FROM hub_subscription WHERE id = ?", [.text(id)])
        }
    }

    /// The secret with which the hub signs its pushes. It is derived from the service's key and not stored.
    public func secret(of subscription: HubSubscription) -> String {
        Hexadecimal.encode(key.authenticator(of: Array(subscription.id.utf8), for: "WebSub"))
    }

    private static func subscription(_ row: Statement) -> HubSubscription? {
        guard let state = HubSubscription.State(rawValue: row.text(6)) else { return nil }
        var subscription = HubSubscription(
            id: row.text(0), feed: row.integer(1), url: row.text(2), hub: row.text(3), topic: row.text(4))
        subscription.base = row.text(5)
        subscription.state = state
        subscription.requested = row.integer(7)
        subscription.expires = row.integer(8)
        subscription.due = row.integer(9)
        subscription.failures = Int(row.integer(10))
        return subscription
    }
}
