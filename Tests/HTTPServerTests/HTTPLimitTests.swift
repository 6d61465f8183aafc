import Formats
import Glibc
import HTTPServer
import System
import Testing

/// Deadlines, limits on connections, and the end of a server.
@Suite struct HTTPLimitTests {
    private static let get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test("Headers, bodies and idle connections have absolute deadlines")
    func deadlines() async throws {
        let responder = EchoResponder(deadline: .milliseconds(300), bodyDeadline: .milliseconds(300))
        try await withServer(
            responder,
            configured {
                $0.headDeadline = .milliseconds(300)
                $0.idleDeadline = .milliseconds(300)
            }
        ) { _, address in
            async let silent = onThread { try RawClient(address).receiveAll() }
            async let idle = onThread {
                let client = try RawClient(address)
                client.send(Self.get)
                return client.receiveAll()
            }
            async let slowHead = onThread {
                let client = try RawClient(address)
                client.send("GET / HTTP/1.1\r\nX-A: ")
                while client.send("a"), client.receive(seconds: 0.05).end == .timeout {}
                return client.receiveAll()
            }
            async let slowBody = onThread {
                let client = try RawClient(address)
                client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n")
                return client.receive(through: "\r\n\r\n")
            }
            async let late = onThread {
                let client = try RawClient(address)
                client.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return client.receiveAll()
            }
            #expect(try await silent.isEmpty)
            #expect(try await idle.components(of: "HTTP/1.1") == 1)
            _ = try await slowHead
            #expect(try await slowBody.hasPrefix("HTTP/1.1 408 "))
            #expect(try await late.hasPrefix("HTTP/1.1 503 "))
        }
    }

    @Test("A client that goes away keeps no connection: a follower ends at once", arguments: ["wait", "follow"])
    func disconnect(_ path: String) async throws {
        try await withServer { server, address in
            try await onThread {
                let client = try RawClient(address)
                client.send("GET /\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = client.receive(seconds: 0.1, through: ": here\n\n")
            }
            #expect(await eventually { server.connectionCount == 0 })
        }
    }

    @Test("A client that reads nothing is disconnected")
    func writeDeadline() async throws {
        try await withServer(EchoResponder(), configured { $0.writeDeadline = .milliseconds(300) }) { server, address in
            let client = try RawClient(address, receiveBufferBytes: 4_096)
            let beginning = try await onThread {
                client.send("GET /stream?n=10000000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return client.receive(through: "\r\n")
            }
            #expect(beginning.hasPrefix("HTTP/1.1 200 "))
            #expect(await eventually { server.connectionCount == 0 })
        }
    }

    @Test("Connections of one address are limited until a request of theirs has credentials")
    func perAddress() async throws {
        try await withServer(MarkingResponder(), configured { $0.maxConnectionsPerAddress = 2 }) { _, address in
            try await onThread {
                let clients = try (0..<2).map { _ in try RawClient(address) }
                for client in clients { client.send(Self.get) }
                for client in clients { #expect(client.receive(through: "ok").hasSuffix("ok")) }
                #expect(try RawClient(address).receiveAll().hasPrefix("HTTP/1.1 503 "))
                clients[0].send("GET /signed-in HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(clients[0].receive(through: "ok").hasSuffix("ok"))
                let third = try RawClient(address)
                third.send(Self.get)
                #expect(third.receive(through: "ok").hasSuffix("ok"))
            }
        }
    }

    @Test("Behind a trusted proxy, the forwarded client is the peer and is counted")
    func forwarded() async throws {
        try await withServer(
            MarkingResponder(),
            configured {
                $0.trustedProxies = [AddressBlock("127.0.0.1")].compactMap(\.self)
                $0.maxConnectionsPerAddress = 1
            }
        ) { _, address in
            try await onThread {
                func ask(_ path: String, _ forwarded: String) throws -> RawClient {
                    let client = try RawClient(address)
                    client.send(
                        "GET /\(path) HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(forwarded)\r\nX-Forwarded-Proto: https\r\n\r\n"
                    )
                    return client
                }
                #expect(try ask("peer", "203.0.113.7").receive(through: "ok").hasSuffix("203.0.113.7 secure ok"))
                let waiting = try ask("wait", "203.0.113.8")
                // The waiting one is counted once its head has been read.
                let isRefused = try (0..<600).contains { _ in
                    _ = waiting.receive(seconds: 0.1)
                    return try ask("peer", "203.0.113.8").receiveAll(seconds: 1).hasPrefix("HTTP/1.1 503 ")
                }
                #expect(isRefused)
                #expect(try ask("peer", "203.0.113.9").receive(through: "ok").hasSuffix("ok"))
            }
        }
    }

    @Test("A forwarded address from elsewhere is ignored")
    func untrustedForwarding() async throws {
        try await withServer(MarkingResponder()) { _, address in
            let text = try await onThread {
                let client = try RawClient(address)
                client.send(
                    "GET /peer HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: https\r\n\r\n")
                return client.receive(through: "ok")
            }
            #expect(text.hasSuffix("\r\n\r\n127.0.0.1 plain ok"))
        }
    }

    @Test("When there are too many connections, idle ones make room; without any, newcomers are refused")
    func maxConnections() async throws {
        try await withServer(EchoResponder(), configured { $0.maxConnections = 2 }) { server, address in
            try await onThread {
                let idle = try RawClient(address)
                idle.send(Self.get)
                _ = idle.receive(through: "hello\n")
                let busy = try (0..<2).map { _ in
                    let client = try RawClient(address)
                    client.send("GET /follow HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    #expect(client.receive(through: ": here").contains("200 OK"))
                    return client
                }
                #expect(idle.receive().end == .closed)
                #expect(try RawClient(address).receiveAll().hasPrefix("HTTP/1.1 503 "))
                _ = busy
            }
        }
    }

    @Test("A drain lets requests end, ends followers, and accepts nothing more")
    func drain() async throws {
        let responder = EchoResponder()
        var configuration = HTTPServerConfiguration(listeners: [.tcp(host: "127.0.0.1", port: 0)])
        configuration.headDeadline = .seconds(5)
        try await withTaskExecutorPreference(QueueExecutor(label: "test")) {
            let server = HTTPServer(configuration: configuration, responder: responder)
            let address = try server.start()[0]
            let follower = try RawClient(address)
            let uploader = try RawClient(address)
            try await onThread { [follower, uploader] in
                follower.send("GET /follow HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = follower.receive(through: ": here")
                uploader.send(
                    "POST /echo HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
                #expect(uploader.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
                uploader.send("a")
            }
            async let drained: Void = server.drain(within: .seconds(10))
            let text = try await onThread { [follower, uploader] in
                #expect(follower.receive().end != .timeout)
                uploader.send("bc")
                return uploader.receiveAll()
            }
            #expect(text.hasSuffix("abc"))
            #expect(text.contains("\r\nConnection: close\r\n"))
            await drained
            #expect(throws: (any Error).self) { try RawClient(address) }
        }
    }
}

/// Says who asks; `/signed-in` counts as authenticated.
private struct MarkingResponder: HTTPResponder {
    func limits(for head: HTTPRequestHead) -> HTTPBodyLimits { HTTPBodyLimits() }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        switch request.path.first {
        case "signed-in": request.markAuthenticated()
        case "peer":
            return HTTPResponse(type: "text/plain", "\(request.peer) \(request.isSecure ? "secure" : "plain") ok")
        case "wait": try? await Task.sleep(for: .seconds(3_600))
        default: break
        }
        return HTTPResponse(type: "text/plain", "ok")
    }

    func failure(_ error: HTTPError, acceptLanguage: String, requestID: String) -> HTTPResponse {
        HTTPResponse(status: error.status)
    }
}
