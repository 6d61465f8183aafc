import Foundation
import HTTPServer
import Testing

/// Clients that close their sending side and still wait for the answer: `nc -N`, some proxies.
@Suite struct HalfCloseTests {
    private static let get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

    private static func post(_ body: String, announced: Int? = nil) -> String {
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(announced ?? body.utf8.count)\r\n\r\n" + body
    }

    /// Sends the pieces, closes the sending side and reads to the end.
    private func talk(
        _ pieces: [String], to address: HTTPBoundAddress, pause: Double = 0, receiveBufferBytes: Int32? = nil
    ) async throws -> (text: String, end: RawClient.End) {
        try await onThread {
            let client = try RawClient(address, receiveBufferBytes: receiveBufferBytes)
            for piece in pieces {
                client.send(piece)
                if pause > 0 { Thread.sleep(forTimeInterval: pause) }
            }
            client.finishSending()
            let (bytes, end) = client.receive()
            return (String(decoding: bytes, as: UTF8.self), end)
        }
    }

    @Test(
        "A whole request is answered although the client has ended, and the connection is closed", arguments: [0, 0.02])
    func whole(_ pause: Double) async throws {
        try await withServer(SlowResponder()) { server, address in
            for pieces in [
                [Self.get],
                Self.get.split(separator: "\r\n", omittingEmptySubsequences: false).map { $0 + "\r\n" }.dropLast(),
                [Self.post("body")], [Self.post("", announced: 4), "bo", "dy"],
                [
                    "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", "4\r\nbody\r\n",
                    "0\r\n\r\n",
                ],
            ] {
                let (text, end) = try await talk(Array(pieces), to: address, pause: pause)
                #expect(text.hasPrefix("HTTP/1.1 200 "), "\(pieces) \(text)")
                #expect(text.hasSuffix(pieces[0].hasPrefix("GET") ? "hello\n" : "body"), "\(pieces) \(text)")
                #expect(end == .closed)
            }
            #expect(await eventually { server.connectionCount == 0 })
        }
    }

    @Test("All pipelined requests before the end are answered in order; one that is cut short is not")
    func pipelined() async throws {
        try await withServer(SlowResponder()) { _, address in
            let requests = (10..<40).map { Self.post("<\($0)>") }
            for tail in ["", "GET / HTT"] {
                let (text, end) = try await talk([requests.joined() + tail], to: address)
                let numbers = text.split(separator: "<").dropFirst().map { String($0.prefix(2)) }
                #expect(numbers == (10..<40).map(String.init))
                #expect(text.components(of: "HTTP/1.1 200") == 30)
                #expect(text.components(of: "HTTP/1.1") == 30)
                #expect(end == .closed)
            }
        }
    }

    @Test("Requests that wait behind a large answer are answered, more than is read ahead of them included")
    func ahead() async throws {
        try await withServer { _, address in
            let large = "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let count = 4_000
            let (text, end) = try await talk(
                [large + String(repeating: Self.get, count: count)], to: address, receiveBufferBytes: 4_096)
            #expect(text.components(of: "HTTP/1.1 200") == count + 1)
            #expect(end == .closed)
        }
    }

    @Test("A body that ends early is refused with 400")
    func cut() async throws {
        try await withServer { _, address in
            let (text, end) = try await talk([Self.post("bo", announced: 4)], to: address)
            #expect(text.hasPrefix("HTTP/1.1 400 "))
            #expect(end == .closed)
        }
    }

    @Test("A stream is sent to its end")
    func stream() async throws {
        try await withServer { _, address in
            let (text, end) = try await talk(
                ["GET /stream?n=100000 HTTP/1.1\r\nHost: localhost\r\n\r\n"], to: address, receiveBufferBytes: 4_096)
            #expect(text.hasSuffix("{\"n\":99999}\n\r\n0\r\n\r\n"))
            #expect(end == .closed)
        }
    }
}

/// Echoes after a pause, so that the end of the client is seen before the answer.
private struct SlowResponder: HTTPResponder {
    private let echo = EchoResponder()

    func limits(for head: HTTPRequestHead) -> HTTPBodyLimits { echo.limits(for: head) }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        do { try await Task.sleep(for: .milliseconds(30)) } catch {
            return failure(.disconnected, acceptLanguage: "", requestID: "")
        }
        return await echo.respond(to: request)
    }

    func failure(_ error: HTTPError, acceptLanguage: String, requestID: String) -> HTTPResponse {
        echo.failure(error, acceptLanguage: acceptLanguage, requestID: requestID)
    }
}
