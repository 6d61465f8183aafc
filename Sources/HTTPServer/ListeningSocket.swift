private import Glibc

/// A socket that accepts connections.
struct ListeningSocket {
    let descriptor: Int32
    let address: HTTPBoundAddress
    /// The socket file to delete when the server stops, and its inode.
    private var file: (path: String, inode: UInt64)?

    private init(descriptor: Int32, address: HTTPBoundAddress, file: (path: String, inode: UInt64)? = nil) {
        self.descriptor = descriptor
        self.address = address
        self.file = file
    }

    /// Opens the sockets of a listener; a host name may have two addresses.
    static func open(_ listener: HTTPServerConfiguration.Listener) throws(HTTPServerError) -> [ListeningSocket] {
        switch listener {
        case .tcp(let host, let port): try tcp(host, port)
        case .unix(let path): [try unix(path)]
        case .inherited(let descriptor): [try inherited(descriptor)]
        }
    }

    func close() {
        _ = Glibc.close(descriptor)
        guard let file, Self.inode(file.path) == file.inode else { return }
        _ = unsafe unlink(file.path)
    }
}

extension HTTPBoundAddress {
    /// Uses an already listening socket, and determines its address.
    public init(inherited descriptor: Int32) throws(HTTPServerError) {
        self = try ListeningSocket.open(.inherited(descriptor: descriptor))[0].address
    }
}

// MARK: - TCP

extension ListeningSocket {
    fileprivate static func tcp(_ host: String, _ port: Int) throws(HTTPServerError) -> [ListeningSocket] {
        let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_PASSIVE
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(name, String(port), &hints, &list) == 0 else { throw .unknownHost(host) }
        defer { unsafe freeaddrinfo(list) }
        var sockets: [ListeningSocket] = []
        var failure = HTTPServerError.unknownHost(host)
        var next = unsafe list
        while let info = unsafe next {
            unsafe next = info.pointee.ai_next
            do throws(HTTPServerError) {
                sockets.append(try unsafe tcp(info.pointee, "\(host):\(port)"))
            } catch {
                // Continue with the other addresses. For example, a machine without IPv6 still has 127.0.0.1 for
                // localhost.
                failure = error
                if case .addressInUse = error { break }
            }
        }
        if sockets.isEmpty { throw failure }
        return sockets
    }

    fileprivate static func tcp(_ info: addrinfo, _ name: String) throws(HTTPServerError) -> ListeningSocket {
        let descriptor = unsafe socket(info.ai_family, info.ai_socktype | flags, 0)
        guard descriptor >= 0 else { throw .system(name, number: errno) }
        var one: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, size)
        if unsafe info.ai_family == AF_INET6 {
            unsafe setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &one, size)
        }
        guard unsafe bind(descriptor, info.ai_addr, info.ai_addrlen) == 0, listen(descriptor, backlog) == 0 else {
            throw closing(descriptor, name)
        }
        return ListeningSocket(descriptor: descriptor, address: try boundAddress(descriptor))
    }

    fileprivate static var flags: Int32 { Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue) }
    fileprivate static var backlog: Int32 { 1_024 }

    fileprivate static func closing(_ descriptor: Int32, _ name: String) -> HTTPServerError {
        let number = errno
        _ = Glibc.close(descriptor)
        return number == EADDRINUSE ? .addressInUse(name) : .system(name, number: number)
    }
}

// MARK: - Unix sockets and inherited ones

extension ListeningSocket {
    fileprivate static func unix(_ path: String) throws(HTTPServerError) -> ListeningSocket {
        guard let address = unixAddress(path) else { throw .system(path, number: ENAMETOOLONG) }
        if try isStale(path, address) { _ = unsafe unlink(path) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | flags, 0)
        guard descriptor >= 0 else { throw .system(path, number: errno) }
        // The socket file gets its mode from the socket. Set the mode before binding, so that other users can never
        // open the file.
        guard fchmod(descriptor, 0o600) == 0, unsafe withAddress(address, { unsafe bind(descriptor, $0, $1) }) == 0,
            unsafe chmod(path, 0o600) == 0, listen(descriptor, backlog) == 0
        else { throw closing(descriptor, path) }
        let file = inode(path).map { (path, $0) }
        return ListeningSocket(descriptor: descriptor, address: .unix(path: path), file: file)
    }

    /// Whether a socket file is left over from a program that no longer listens on it.
    fileprivate static func isStale(_ path: String, _ address: sockaddr_un) throws(HTTPServerError) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return false }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .addressInUse(path) }
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | flags, 0)
        guard probe >= 0 else { throw .system(path, number: errno) }
        defer { _ = Glibc.close(probe) }
        let isAnswered = unsafe withAddress(address) { unsafe connect(probe, $0, $1) } == 0 || errno != ECONNREFUSED
        if isAnswered { throw .addressInUse(path) }
        return true
    }

    fileprivate static func unixAddress(_ path: String) -> sockaddr_un? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path), !bytes.contains(0) else {
            return nil
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return address
    }

    fileprivate static func withAddress(
        _ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    fileprivate static func inherited(_ descriptor: Int32) throws(HTTPServerError) -> ListeningSocket {
        let name = "descriptor \(descriptor)"
        var isListening: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0 else {
            throw .system(name, number: errno)
        }
        guard isListening != 0 else { throw .system(name, number: EINVAL) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        return ListeningSocket(descriptor: descriptor, address: try boundAddress(descriptor))
    }

    fileprivate static func boundAddress(_ descriptor: Int32) throws(HTTPServerError) -> HTTPBoundAddress {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        guard code == 0 else { throw .system("getsockname", number: errno) }
        if let (address, port) = SocketAddress.read(storage) { return .tcp(address, port: port) }
        let path = unsafe withUnsafeBytes(of: &storage) { bytes in
            unsafe String(decoding: bytes.dropFirst(2).prefix { $0 != 0 }, as: UTF8.self)
        }
        return .unix(path: path)
    }

    fileprivate static func inode(_ path: String) -> UInt64? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }
}
