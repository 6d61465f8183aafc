import Glibc
import HTTPServer
import System

/// A client that sends bytes as they stand. Its calls block: use it within `onThread`.
// Used by one thread at a time.
final class RawClient: @unchecked Sendable {
    private let descriptor: Int32

    init(_ address: HTTPBoundAddress, receiveBufferBytes: Int32? = nil) throws {
        switch address {
        case .tcp(_, let port):
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            if var size = receiveBufferBytes {
                unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
            }
            var target = sockaddr_in()
            target.sin_family = sa_family_t(AF_INET)
            target.sin_port = UInt16(port).bigEndian
            target.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            try connect(target)
        case .unix(let path):
            descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var target = sockaddr_un()
            target.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &target.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
            try connect(target)
        }
    }

    deinit { Glibc.close(descriptor) }

    private func connect<Address>(_ address: Address) throws {
        let code = unsafe withUnsafePointer(to: address) { pointer in
            unsafe Glibc.connect(
                descriptor, UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<Address>.size))
        }
        if code != 0 { throw SystemError(number: errno, path: "connect") }
    }

    /// Sends all bytes; false where the server has closed.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress! + done, $0.count - done, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            done += count
        }
        return true
    }

    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    enum End { case closed, reset, timeout, enough }

    /// Reads until `isEnough`, or the end, or so many seconds have passed.
    func receive(seconds: Double = 60, until isEnough: ([UInt8]) -> Bool = { _ in false }) -> (bytes: [UInt8], end: End)
    {
        var bytes: [UInt8] = []
        let limit = SystemClock.system.monotonicSeconds() + seconds
        while !isEnough(bytes) {
            let left = limit - SystemClock.system.monotonicSeconds()
            var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard left > 0, unsafe poll(&input, 1, Int32(left * 1_000) + 1) > 0 else { return (bytes, .timeout) }
            var room = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe room.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count == 0 { return (bytes, .closed) }
            if count < 0 { return (bytes, .reset) }
            bytes += room[..<count]
        }
        return (bytes, .enough)
    }

    /// Reads text until it contains `mark`, or the end.
    func receive(seconds: Double = 60, through mark: String) -> String {
        let mark = Array(mark.utf8)
        let bytes = receive(seconds: seconds) { bytes in
            bytes.count >= mark.count
                && bytes.indices.dropLast(mark.count - 1).contains { bytes[$0...].starts(with: mark) }
        }.bytes
        return String(decoding: bytes, as: UTF8.self)
    }

    /// All text up to the end.
    func receiveAll(seconds: Double = 60) -> String { String(decoding: receive(seconds: seconds).bytes, as: UTF8.self) }
}

/// Runs what blocks on a thread of its own: the tasks of the server need the cooperative pool.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        let hasStarted = BackgroundThread.start { continuation.resume(with: Swift.Result { try body() }) }
        if !hasStarted { continuation.resume(throwing: SystemError(number: EAGAIN, path: "thread")) }
    }
}

/// Waits until something holds. Looks are counted, not seconds: other tests may hold the pool for as long as they like.
func eventually(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<6_000 {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return false
}

/// A free port of this machine, and other limits.
func configured(_ configure: (inout HTTPServerConfiguration) -> Void) -> HTTPServerConfiguration {
    var configuration = HTTPServerConfiguration(listeners: [.tcp(host: "127.0.0.1", port: 0)])
    configure(&configuration)
    return configuration
}

/// Starts a server for the time of `body`.
func withServer<Result>(
    _ responder: some HTTPResponder = EchoResponder(), _ configuration: HTTPServerConfiguration = configured { _ in },
    _ body: (HTTPServer, HTTPBoundAddress) async throws -> Result
) async throws -> Result {
    // Deadlines run while tests that block hold the cooperative pool.
    try await withTaskExecutorPreference(QueueExecutor(label: "test")) {
        let server = HTTPServer(configuration: configuration, responder: responder)
        let address = try server.start()[0]
        do {
            let result = try await body(server, address)
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }
}
