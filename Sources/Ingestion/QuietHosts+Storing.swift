public import Articles
public import FeedFetching

extension QuietHosts {
    /// The prefix of the client names under which hosts are stored; the value is the time until which a host gets no
    /// requests.
    private static let client = "fetch.quiet:"

    /// Starts a refresh with the hosts that earlier processes stored, and removes those whose time has passed.
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

    /// Stores the hosts that have asked not to be contacted since the last call.
    public func save(in store: any ArticleStore) throws {
        for (host, until) in takeLearned() {
            try store.setClientState(Array(String(until).utf8), of: Self.client + host)
        }
    }
}
