internal import Formats

/// Counts the connections of each client, and the requests of each client behind a proxy. A client that has presented
/// valid credentials is no longer counted.
struct ConnectionCounter {
    private var counts: [HTTPPeer: Int] = [:]
    /// The maximum count per client. Lowering this limit does not close existing connections.
    var limit: Int

    init(limit: Int) { self.limit = limit }

    /// Increments the count of a peer.
    ///
    /// - Returns: false if the peer has reached the limit.
    mutating func add(_ peer: HTTPPeer) -> Bool {
        let peer = Self.network(peer)
        let count = counts[peer, default: 0]
        guard count < limit else { return false }
        counts[peer] = count + 1
        return true
    }

    mutating func remove(_ peer: HTTPPeer) {
        let peer = Self.network(peer)
        guard let count = counts[peer] else { return }
        counts[peer] = count > 1 ? count - 1 : nil
    }

    /// Treats all IPv6 addresses of a /64 as one client.
    private static func network(_ peer: HTTPPeer) -> HTTPPeer {
        guard case .address(let address) = peer, !address.isIPv4,
            let network = IPAddress(bytes: address.bytes[..<8] + [UInt8](repeating: 0, count: 8))
        else { return peer }
        return .address(network)
    }
}
