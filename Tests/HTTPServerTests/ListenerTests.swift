import Glibc
import System
import Testing

@testable import HTTPServer

@Suite struct ListenerTests {
    private static func path() -> String { "/tmp/feedsearch-http-\(getpid())-\(UInt64.random(in: 0 ... .max)).sock" }

    private func permissions(_ path: String) -> UInt32? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    private static func hello(_ address: HTTPBoundAddress) async throws -> Bool {
        try await onThread {
            let client = try RawClient(address)
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return client.receiveAll().hasSuffix("hello\n")
        }
    }

    private static func server(_ listener: HTTPServerConfiguration.Listener) -> HTTPServer {
        HTTPServer(configuration: HTTPServerConfiguration(listeners: [listener]), responder: EchoResponder())
    }

    @Test("A socket file is its owner's alone, replaces one that nobody listens on, and goes with the server")
    func unixSocket() async throws {
        let path = Self.path()
        for _ in 0..<2 {
            let server = Self.server(.unix(path: path))
            let address = try server.start()[0]
            #expect(permissions(path) == 0o600)
            #expect(try await Self.hello(address))
            #expect(throws: HTTPServerError.addressInUse(path)) { try Self.server(.unix(path: path)).start() }
            await server.stop()
            #expect(FileStatus(path) == nil)
            // What a killed server leaves behind.
            var stale = try ListeningSocket.open(.unix(path: path))
            Glibc.close(stale.removeFirst().descriptor)
            #expect(FileStatus(path) != nil)
        }
        unsafe unlink(path)
    }

    @Test("A file that is no socket is left alone")
    func noSocket() throws {
        let path = Self.path()
        try FileDescriptor.creating(path, mode: 0o600).close()
        defer { unsafe unlink(path) }
        #expect(throws: HTTPServerError.addressInUse(path)) { try Self.server(.unix(path: path)).start() }
    }

    @Test("A socket that is handed over is used as it is")
    func inherited() async throws {
        let sockets = try ListeningSocket.open(.tcp(host: "127.0.0.1", port: 0))
        let server = Self.server(.inherited(descriptor: sockets[0].descriptor))
        let address = try server.start()[0]
        #expect(address == sockets[0].address)
        #expect(try await Self.hello(address))
        await server.stop()
        #expect(throws: HTTPServerError.self) { try Self.server(.inherited(descriptor: 9_999)).start() }
    }

    @Test("A socket that systemd holds too is left to it by a drain")
    func heldElsewhere() async throws {
        // The drain runs while tests that block hold the cooperative pool.
        try await withTaskExecutorPreference(QueueExecutor(label: "test")) {
            let sockets = try ListeningSocket.open(.tcp(host: "127.0.0.1", port: 0))
            let held = dup(sockets[0].descriptor)
            let server = Self.server(.inherited(descriptor: sockets[0].descriptor))
            let address = try server.start()[0]
            let waiting = try RawClient(address)
            waiting.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let follower = try RawClient(address)
            follower.send("GET /follow HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try await onThread { follower.receive(through: ": here") }.contains(": here"))
            async let drained: Void = server.drain(within: .milliseconds(500))
            // The drain has begun once the follower is disconnected.
            #expect(try await onThread { follower.receive().end } != .timeout)
            let late = try RawClient(address)
            await drained
            let next = Self.server(.inherited(descriptor: held))
            _ = try next.start()
            late.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(try await onThread { late.receiveAll() }.hasSuffix("hello\n"))
            await next.stop()
        }
    }

    @Test("A port in use and an unknown name are told")
    func failures() async throws {
        let server = Self.server(.tcp(host: "127.0.0.1", port: 0))
        guard case .tcp(_, let port) = try server.start()[0] else { return }
        #expect(throws: HTTPServerError.addressInUse("127.0.0.1:\(port)")) {
            try Self.server(.tcp(host: "127.0.0.1", port: port)).start()
        }
        #expect(throws: HTTPServerError.unknownHost("no.such.name.invalid")) {
            try Self.server(.tcp(host: "no.such.name.invalid", port: 0)).start()
        }
        await server.stop()
    }

    @Test("IPv6 addresses are listened on and told in brackets")
    func version6() async throws {
        guard let sockets = try? ListeningSocket.open(.tcp(host: "::1", port: 0)) else { return }
        #expect(sockets[0].address.description.hasPrefix("[0:0:0:0:0:0:0:1]:"))
        sockets[0].close()
    }
}
