private import CEpoll
internal import Formats
internal import Glibc

/// The result of a read or a write.
enum TransferResult: Equatable {
    /// The number of bytes transferred, at least one.
    case bytes(Int)
    /// Nothing can be transferred now.
    case wouldBlock
    /// The peer has shut down its sending side.
    case end
    case failed
}

/// A non-blocking connected socket.
struct Socket {
    let descriptor: Int32

    /// The result of accepting a connection from a listening socket.
    enum Accepted {
        case connection(Socket, HTTPPeer)
        case none
        /// The process or the system has no free descriptor or memory.
        case exhausted
    }

    static func accept(from listener: Int32) -> Accepted {
        while true {
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let descriptor = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe accept4(listener, $0, &length, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
                }
            }
            if descriptor >= 0 {
                var peer = HTTPPeer.unix
                if let (address, _) = SocketAddress.read(storage) {
                    peer = .address(address)
                    var one: Int32 = 1
                    unsafe setsockopt(
                        descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
                }
                return .connection(Socket(descriptor: descriptor), peer)
            }
            switch errno {
            case EINTR, ECONNABORTED, EPROTO, ENETDOWN, EHOSTDOWN, EHOSTUNREACH, ENETUNREACH: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            default: return .none
            }
        }
    }

    /// Reads bytes from the socket into the start of `room`.
    func read(into room: inout [UInt8]) -> TransferResult {
        let count = unsafe room.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count > 0 { return .bytes(count) }
        return count == 0 ? .end : failure()
    }

    /// Writes the bytes from `start` on.
    ///
    /// - Parameter hasMore: whether another write follows immediately; the system may wait for it.
    func write(_ bytes: [UInt8], from start: Int, hasMore: Bool) -> TransferResult {
        let flags = Int32(MSG_NOSIGNAL) | (hasMore ? Int32(MSG_MORE) : 0)
        let count = unsafe bytes.withUnsafeBytes {
            unsafe send(descriptor, $0.baseAddress! + start, $0.count - start, flags)
        }
        return count >= 0 ? .bytes(count) : failure()
    }

    /// Shuts down our sending side of the connection.
    func finishSending() { _ = Glibc.shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes `close` reset the connection, so that unsent bytes are dropped and the client gets an error.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    func close() { _ = Glibc.close(descriptor) }

    private func failure() -> TransferResult {
        errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .wouldBlock : .failed
    }
}

/// Converts socket addresses to values.
enum SocketAddress {
    /// - Returns: the address and port; nil for families other than IPv4 and IPv6. An IPv4-mapped IPv6 address becomes
    ///   the IPv4 address.
    static func read(_ storage: sockaddr_storage) -> (IPAddress, port: Int)? {
        var storage = storage
        return unsafe withUnsafeBytes(of: &storage) { bytes in
            switch Int32(unsafe bytes.loadUnaligned(as: sa_family_t.self)) {
            case AF_INET:
                let address = unsafe bytes.loadUnaligned(as: sockaddr_in.self)
                let text = unsafe withUnsafeBytes(of: address.sin_addr) { unsafe Array($0) }
                return IPAddress(bytes: text).map { ($0, Int(UInt16(bigEndian: address.sin_port))) }
            case AF_INET6:
                let address = unsafe bytes.loadUnaligned(as: sockaddr_in6.self)
                let text = unsafe withUnsafeBytes(of: address.sin6_addr) { unsafe Array($0) }
                let port = Int(UInt16(bigEndian: address.sin6_port))
                return IPAddress(bytes: text.isMapped ? Array(text[12...]) : text).map { ($0, port) }
            default: return nil
            }
        }
    }
}

extension [UInt8] {
    /// Whether an IPv6 address is IPv4-mapped: `::ffff:a.b.c.d`.
    fileprivate var isMapped: Bool {
        count == 16 && self[..<10].allSatisfy { $0 == 0 } && self[10] == 0xFF && self[11] == 0xFF
    }
}
