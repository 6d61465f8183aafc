private import CCurl
private import Glibc

/// Turns names into addresses. Blocking: called on threads of the fetcher's own.
public protocol HostResolving: Sendable {
    /// - Returns: every address of `host`, in the order to be tried; empty if there is none.
    func addresses(of host: String) -> [IPAddress]
}

/// The system's resolver: /etc/hosts, DNS and whatever nsswitch.conf names.
public struct SystemResolver: HostResolving {
    /// Needs no set-up.
    public init() {}

    /// Asks getaddrinfo(3). May take as long as resolv.conf allows, 10 s and more.
    public func addresses(of host: String) -> [IPAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { unsafe freeaddrinfo(list) }
        var found: [IPAddress] = []
        var entry = unsafe list
        while let current = unsafe entry {
            if let address = unsafe IPAddress(socketAddress: current.pointee.ai_addr), !found.contains(address) {
                found.append(address)
            }
            unsafe entry = current.pointee.ai_next
        }
        return Array(found.prefix(16))
    }
}
