/// Connections, and requests through proxies, of clients without credentials.
struct ConnectionCounter {
    private var counts: [HTTPPeer: Int] = [:]
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Counts one more of a peer.
    ///
    /// - Returns: false where the peer has as many as it may.
    mutating func add(_ peer: HTTPPeer) -> Bool {
        let count = counts[peer, default: 0]
        guard count < limit else { return false }
        counts[peer] = count + 1
        return true
    }

    mutating func remove(_ peer: HTTPPeer) {
        guard let count = counts[peer] else { return }
        counts[peer] = count > 1 ? count - 1 : nil
    }
}
