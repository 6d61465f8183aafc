public import Articles
public import FeedFetching

extension QuietHosts {
    /// The prefix of the client names under which quiet hosts are stored. The stored value is the time until which a
    /// host gets no requests.
    private static let client = "fetch.quiet:"

    /// Begins a refresh with the quiet hosts that earlier processes stored. Hosts whose time has passed are removed
    /// from the store.
    public func begin(in store: any ArticleStore, now: Int64) throws {
        var known: [String: Int64] = [:]
        for (client, state) in try store.clientStates(prefix: Self.client).prefix(Self.maxHosts) {
            let until = Int64(String(decoding: state.prefix(20), as: UTF8.self)) ?? 0
            if until > now {
                known[String(client.dropFirst(Self.client.count))] = until
            } else {
                try? store.setClientState(nil, of: client)
            }
        }
        begin(known, now: now)
    }

    /// Stores the hosts that have asked for a pause since the last call.
    public func save(in store: any ArticleStore) throws {
        for (host, until) in takeLearned() {
            try store.setClientState(Array(String(until).utf8), of: Self.client + host)
        }
    }
}
