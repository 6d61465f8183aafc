private import CCurl
private import Dispatch
public import Formats
private import Glibc
private import System

/// Resolves host names. Calls block and are made on the fetcher's threads.
public protocol HostResolving: Sendable {
    /// Resolves a host name.
    ///
    /// - Returns: all addresses of `host` in the order in which they are tried; empty if the name has no address.
    func addresses(of host: String) -> [IPAddress]
}

/// The system's resolver, which uses /etc/hosts, DNS and the other sources in nsswitch.conf.
public struct SystemResolver: HostResolving {
    public init() {}

    /// Calls getaddrinfo(3). This may take as long as resolv.conf allows, which can be more than 10 seconds.
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

extension HostResolving {
    /// Resolves a name on a new thread. After the time limit, the thread continues but its result is ignored.
    ///
    /// - Returns: nil if the name was not resolved in time or no thread could be started.
    func addresses(of host: String, within wait: Duration) -> [IPAddress]? {
        let answer = LookupAnswer()
        let resolver = self
        let hasStarted = BackgroundThread.start { answer.set(resolver.addresses(of: host)) }
        return hasStarted ? answer.take(within: wait) : nil
    }
}

/// Passes the result of a look-up from its thread to the waiting thread.
private final class LookupAnswer: Sendable {
    private let addresses = Locked<[IPAddress]?>(nil)
    private let bell = DispatchSemaphore(value: 0)

    func set(_ found: [IPAddress]) {
        addresses.withLock { $0 = found }
        bell.signal()
    }

    func take(within wait: Duration) -> [IPAddress]? {
        _ = bell.wait(timeout: .now() + .milliseconds(wait.milliseconds))
        return addresses.withLock { $0 }
    }
}
