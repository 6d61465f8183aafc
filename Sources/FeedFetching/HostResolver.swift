private import CCurl
private import Dispatch
public import Formats
private import Glibc
private import System

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

extension HostResolving {
    /// Looks a name up on a thread of its own, which goes on alone where the time is over.
    ///
    /// - Returns: nil where no answer came in time or no thread could be started.
    func addresses(of host: String, within wait: Duration) -> [IPAddress]? {
        let answer = LookupAnswer()
        let resolver = self
        let hasStarted = BackgroundThread.start { answer.set(resolver.addresses(of: host)) }
        return hasStarted ? answer.take(within: wait) : nil
    }
}

/// What a look-up found, handed from its thread to the one that waits.
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
