import HTTPServer
import Testing

/// Requests and answers over a socket.
@Suite struct HTTPServerTests {
    private static let host = "Host: localhost\r\n"

    /// Sends text and reads to the end.
    private func talk(_ text: String, to address: HTTPBoundAddress) async throws -> String {
        try await onThread {
            let client = try RawClient(address)
            client.send(text)
            return client.receiveAll()
        }
    }

    @Test("A connection answers many requests, and closes when it is asked to")
    func keepAlive() async throws {
        try await withServer { _, address in
            let answers = try await onThread {
                let client = try RawClient(address)
                var answers = 0
                for _ in 0..<200 {
                    client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    if client.receive(through: "hello\n").hasPrefix("HTTP/1.1 200 OK\r\n") { answers += 1 }
                }
                client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                let last = client.receiveAll()
                #expect(last.contains("\r\nConnection: close\r\n"))
                #expect(last.contains("\r\nDate: "))
                return answers
            }
            #expect(answers == 200)
        }
    }

    @Test("Pipelined requests are answered in order; one that is none ends the connection")
    func pipelining() async throws {
        try await withServer { _, address in
            let requests = (0..<50).map {
                "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n<\(10 + $0)>"
            }
            let text = try await talk(requests.joined() + "nonsense\r\n\r\nGET / HTTP/1.1\r\n\r\n", to: address)
            let numbers = text.split(separator: "<").dropFirst().map { String($0.prefix(2)) }
            #expect(numbers == (10..<60).map(String.init))
            #expect(text.components(of: "HTTP/1.1 200") == 50)
            #expect(text.components(of: "HTTP/1.1 400") == 1)
            #expect(text.components(of: "HTTP/1.1") == 51)
        }
    }

    @Test("HEAD tells the length and sends nothing")
    func head() async throws {
        try await withServer { _, address in
            let text = try await talk("HEAD / HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n", to: address)
            #expect(text.contains("\r\nContent-Length: 6\r\n"))
            #expect(text.hasSuffix("\r\n\r\n"))
        }
    }

    @Test("HTTP/1.0 closes unless it asks to go on, and gets streams unchunked")
    func version10() async throws {
        try await withServer { _, address in
            #expect(try await talk("GET / HTTP/1.0\r\n\r\n", to: address).hasSuffix("hello\n"))
            let kept = try await talk(
                "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /stream?n=3 HTTP/1.0\r\n\r\n", to: address)
            #expect(kept.contains("\r\nConnection: keep-alive\r\n"))
            #expect(kept.hasSuffix("\r\n\r\n{\"n\":0}\n{\"n\":1}\n{\"n\":2}\n"))
            #expect(!kept.contains("Transfer-Encoding"))
        }
    }

    @Test("Bodies come with a length or chunked, in any pieces")
    func bodies() async throws {
        try await withServer { _, address in
            let body = String(repeating: "0123456789", count: 50_000)
            let head = "POST /echo HTTP/1.1\r\n\(Self.host)Connection: close\r\n"
            let sized = try await talk(head + "Content-Length: 500000\r\n\r\n" + body, to: address)
            #expect(sized.hasSuffix("\r\n\r\n" + body))
            let chunks = "\(String(500_000, radix: 16))\r\n\(body)\r\n0\r\nX-Trailer: a\r\n\r\n"
            let chunked = try await talk(head + "Transfer-Encoding: chunked\r\n\r\n" + chunks, to: address)
            #expect(chunked.hasSuffix("\r\n\r\n" + body))
            let slowly = try await onThread {
                let client = try RawClient(address)
                for byte in (head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n").utf8 {
                    client.send([byte])
                }
                return client.receiveAll()
            }
            #expect(slowly.hasSuffix("\r\n\r\nabc"))
            let broken = try await talk(head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", to: address)
            #expect(broken.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test("100 Continue is sent when the body is wanted, and not for one that is refused")
    func expectations() async throws {
        try await withServer { _, address in
            let head =
                "POST /echo HTTP/1.1\r\n\(Self.host)Connection: close\r\nExpect: 100-continue\r\nContent-Length: "
            let text = try await onThread {
                let client = try RawClient(address)
                client.send(head + "3\r\n\r\n")
                let first = client.receive(through: "\r\n\r\n")
                client.send("abc")
                return first + client.receiveAll()
            }
            #expect(text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
            #expect(text.hasSuffix("abc"))
            #expect(try await talk(head + "99999999999\r\n\r\n", to: address).hasPrefix("HTTP/1.1 413 "))
            let other = head.replacing("/echo", with: "/")
            #expect(try await talk(other + "3\r\n\r\n", to: address).hasPrefix("HTTP/1.1 405 "))
        }
    }

    @Test("The answer to a refused body arrives although the client is still sending")
    func lingering() async throws {
        try await withServer { _, address in
            let (text, end) = try await onThread {
                let client = try RawClient(address)
                client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000000\r\n\r\n")
                for _ in 0..<200 { client.send([UInt8](repeating: 97, count: 100_000)) }
                client.finishSending()
                let (bytes, end) = client.receive()
                return (String(decoding: bytes, as: UTF8.self), end)
            }
            #expect(text.hasPrefix("HTTP/1.1 413 "))
            #expect(end == .closed)
        }
    }

    @Test("A chunked body that grows over its limit is refused")
    func chunkedLimit() async throws {
        try await withServer { _, address in
            let chunk = "10000\r\n" + String(repeating: "a", count: 65_536) + "\r\n"
            let text = try await talk(
                "POST /echo HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n"
                    + String(repeating: chunk, count: 20),
                to: address)
            #expect(text.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test("A stream may answer pieces of a body before the body has ended")
    func duplex() async throws {
        try await withServer { _, address in
            let text = try await onThread {
                let client = try RawClient(address)
                client.send(
                    "POST /duplex HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 600000\r\n\r\n"
                )
                var text = client.receive(through: "chunked")
                client.send("abc")
                text += client.receive(through: "got 3\n")
                client.send([UInt8](repeating: 97, count: 599_997))
                return text + client.receiveAll()
            }
            #expect(text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
            let counts = text.split(separator: "got ").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
            #expect(counts.reduce(0, +) == 600_000)
            #expect(text.hasSuffix("end\n\r\n0\r\n\r\n"))
        }
    }

    @Test("A stream is chunked, and the connection goes on after it")
    func streams() async throws {
        try await withServer { _, address in
            let get = "GET /stream?n=5000 HTTP/1.1\r\n\(Self.host)"
            let text = try await talk(get + "\r\n" + get + "Connection: close\r\n\r\n", to: address)
            #expect(text.components(of: "Transfer-Encoding: chunked") == 2)
            #expect(text.components(of: "{\"n\":4999}\n") == 2)
            #expect(text.hasSuffix("\r\n0\r\n\r\n"))
        }
    }

    @Test("A large answer arrives whole at a client that reads slowly")
    func slowReader() async throws {
        try await withServer { _, address in
            let text = try await onThread {
                let client = try RawClient(address, receiveBufferBytes: 4_096)
                client.send(
                    "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\nGET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                )
                return client.receiveAll()
            }
            #expect(text.components(of: "0123456789abcde\n") == 2 * 64 << 10)
        }
    }
}

extension String {
    /// How many times a text occurs.
    func components(of text: String) -> Int {
        let bytes = Array(utf8)
        let wanted = Array(text.utf8)
        var count = 0
        var index = 0
        while index + wanted.count <= bytes.count {
            if bytes[index] == wanted[0], bytes[index...].starts(with: wanted) {
                count += 1
                index += wanted.count
            } else {
                index += 1
            }
        }
        return count
    }
}
