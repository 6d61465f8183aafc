import Glibc
import System

/// A proxy to a port of this machine that stalls at a text chosen by a test, like a network that loses all packets but
/// closes no connection.
public final class StallingProxy: Sendable {
    private struct State {
        /// Bytes of a client before or after which everything stalls.
        var pattern: [UInt8] = []
        var passesPattern = false
        /// If true, connections are accepted but receive nothing.
        var isStalled = false
        var sockets: [Int32] = []
        var roundTrips = 0
        var hasServerSpoken = true

        mutating func count(fromClient: Bool) {
            if fromClient, hasServerSpoken { roundTrips += 1 }
            hasServerSpoken = !fromClient
        }

        mutating func stop(at bytes: [UInt8]) -> Step {
            guard !pattern.isEmpty, bytes.firstRange(of: pattern) != nil else { return .goesOn }
            pattern = []
            isStalled = true
            return passesPattern ? .stopsBehind : .stopsBefore
        }
    }

    private enum Step {
        case goesOn, stopsBefore, stopsBehind
    }

    public let port: Int
    private let listener: Int32
    private let state = Locked(State())

    public init(to target: Int) throws {
        (listener, port) = PostgresServer.boundSocket()
        guard listen(listener, 16) == 0 else { throw PostgresServer.Failure(description: "cannot listen") }
        let isStarted = BackgroundThread.start { [listener, state] in Self.accept(listener, target, state) }
        guard isStarted else { throw PostgresServer.Failure(description: "no thread") }
    }

    deinit {
        // Keep the descriptors open: a thread may still use them.
        shutdown(listener, Int32(SHUT_RDWR))
        cut()
    }

    /// Shuts down all connections, as after both sides have noticed that the other one is gone.
    public func cut() { state.withLock { for socket in $0.sockets { shutdown(socket, Int32(SHUT_RDWR)) } } }

    /// Stalls as soon as a client sends a text.
    ///
    /// - Parameter passingIt: passes the text on; only the bytes after it and the response are lost.
    public func stall(at text: String, passingIt: Bool = false) {
        state.withLock {
            $0.pattern = Array(text.utf8)
            $0.passesPattern = passingIt
        }
    }

    /// Number of times that a client has sent data after data of the server.
    public var roundTrips: Int { state.withLock { $0.roundTrips } }

    /// Whether the proxy is stalled.
    public var isStalled: Bool { state.withLock { $0.isStalled } }

    /// Lets new connections pass again; old ones stay stalled.
    public func resume() { state.withLock { $0.isStalled = false } }

    private static func accept(_ listener: Int32, _ target: Int, _ state: Locked<State>) {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            if client < 0 { return }
            let isStalled = state.withLock { state in
                state.sockets.append(client)
                return state.isStalled
            }
            if isStalled { continue }
            guard let server = connected(to: target) else {
                shutdown(client, Int32(SHUT_RDWR))
                continue
            }
            state.withLock { $0.sockets.append(server) }
            let isCut = Locked(false)
            let isStarted =
                BackgroundThread.start {
                    pass(client, server, isCut) { bytes in
                        state.withLock { state in
                            state.count(fromClient: true)
                            return state.stop(at: bytes)
                        }
                    }
                }
                && BackgroundThread.start {
                    pass(server, client, isCut) { _ in
                        state.withLock { $0.count(fromClient: false) }
                        return .goesOn
                    }
                }
            precondition(isStarted)
        }
    }

    /// Passes bytes in one direction, until their end or until the connection stalls, in which case it is not closed.
    private static func pass(_ from: Int32, _ to: Int32, _ isCut: Locked<Bool>, _ step: ([UInt8]) -> Step) {
        var bytes: [UInt8] = []
        while (try? FileDescriptor(number: from).read(into: &bytes)) == true {
            let step = step(bytes)
            if step != .goesOn { isCut.withLock { $0 = true } }
            if step == .stopsBehind { try? FileDescriptor(number: to).write(bytes) }
            if isCut.withLock({ $0 }) { return }
            guard (try? FileDescriptor(number: to).write(bytes)) != nil else { break }
            bytes.removeAll(keepingCapacity: true)
        }
        if isCut.withLock({ $0 }) { return }
        shutdown(from, Int32(SHUT_RDWR))
        shutdown(to, Int32(SHUT_RDWR))
    }

    private static func connected(to port: Int) -> Int32? {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = PostgresServer.loopback
        address.sin_port = UInt16(port).bigEndian
        let code = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return code == 0 ? number : nil
    }
}
