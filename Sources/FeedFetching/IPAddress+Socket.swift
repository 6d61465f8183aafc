internal import CCurl
internal import Formats
internal import Glibc

extension IPAddress {
    /// Converts a socket address; nil for families other than IPv4 and IPv6.
    init?(socketAddress: UnsafePointer<sockaddr>?) {
        guard let socketAddress = unsafe socketAddress else { return nil }
        switch Int32(unsafe socketAddress.pointee.sa_family) {
        case AF_INET:
            let address = unsafe UnsafeRawPointer(socketAddress).loadUnaligned(as: sockaddr_in.self).sin_addr
            self.init(bytes: unsafe withUnsafeBytes(of: address) { unsafe Array($0) })
        case AF_INET6:
            let address = unsafe UnsafeRawPointer(socketAddress).loadUnaligned(as: sockaddr_in6.self).sin6_addr
            self.init(bytes: unsafe withUnsafeBytes(of: address) { unsafe Array($0) })
        default: return nil
        }
    }
}
