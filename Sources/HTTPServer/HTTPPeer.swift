public import Formats

/// The sender of a request.
public enum HTTPPeer: Hashable, Sendable, CustomStringConvertible {
    case address(IPAddress)
    /// A process on this machine, connected through a unix socket.
    case unix

    /// Whether the peer is on this machine: a unix socket, 127.0.0.0/8 or ::1.
    public var isLocal: Bool {
        guard case .address(let address) = self else { return true }
        if address.isIPv4 { return address.bytes[0] == 127 }
        return address.bytes.dropLast().allSatisfy { $0 == 0 } && address.bytes[15] == 1
    }

    public var description: String {
        guard case .address(let address) = self else { return "unix" }
        return address.description
    }
}
