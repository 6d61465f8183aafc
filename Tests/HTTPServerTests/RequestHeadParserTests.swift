import Testing

@testable import HTTPServer

@Suite struct RequestHeadParserTests {
    private static let limits = RequestHeadParser.Limits(HTTPServerConfiguration(listeners: []))

    /// Reads what comes in pieces: the head and what follows it, an error, or nil where it is not complete.
    private static func read(_ pieces: [[UInt8]]) -> Result<(RawRequestHead, rest: Int)?, HTTPError> {
        var parser = RequestHeadParser(limits: limits)
        var bytes: [UInt8] = []
        for piece in pieces {
            bytes += piece
            do throws(HTTPError) {
                if let (head, length) = try parser.read(bytes, from: 0) {
                    return .success((head, pieces.joined().count - length))
                }
            } catch {
                return .failure(error)
            }
        }
        return .success(nil)
    }

    private static func read(_ text: String) -> Result<(RawRequestHead, rest: Int)?, HTTPError> {
        // Each scalar is a byte: "\u{FF}" is the byte 0xFF.
        read([text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }])
    }

    @Test("A request line and headers are read as they stand")
    func valid() throws {
        let text = "GET /a?b=c HTTP/1.1\r\nHost: x\r\nX-Empty:\r\nX-Tab:\t a\tb \t\r\nx-empty: 2\r\n\r\nrest"
        let (head, rest) = try #require(try Self.read(text).get())
        #expect(head.method == "GET")
        #expect(head.target == "/a?b=c")
        #expect(!head.isHTTP10)
        #expect(head.headers.fields.map(\.name) == ["Host", "X-Empty", "X-Tab", "x-empty"])
        #expect(head.headers["x-tab"] == "a\tb")
        #expect(head.headers.values("X-EMPTY") == ["", "2"])
        #expect(rest == 4)
    }

    @Test(
        "What RFC 9112 does not allow, or allows to be read in two ways, is refused",
        arguments: [
            ("GET / HTTP/1.1\nHost: a\n\n", 400), ("GET / HTTP/1.1\r\nHost: a\n\r\n", 400), ("\n", 400),
            ("\r\n\r\nGET / HTTP/1.1\r\n\r\n", 400), ("GET  / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1 \r\n\r\n", 400),
            ("GET /\r\n\r\n", 400), ("GET / \r\n\r\n", 400), (" GET / HTTP/1.1\r\n\r\n", 400),
            ("GET\t/ HTTP/1.1\r\n\r\n", 400), ("GET /\tHTTP/1.1\r\n\r\n", 400), ("G(T / HTTP/1.1\r\n\r\n", 400),
            ("GET /a b HTTP/1.1\r\n\r\n", 400), ("GET /#a HTTP/1.1\r\n\r\n", 400),
            ("GET /\u{E9} HTTP/1.1\r\n\r\n", 400),
            ("GET /\u{7F} HTTP/1.1\r\n\r\n", 400), ("GET /\0 HTTP/1.1\r\n\r\n", 400),
            ("GET / HTTPS/1.1\r\n\r\n", 400), ("GET / http/1.1\r\n\r\n", 400), ("GET / HTTP/1\r\n\r\n", 400),
            ("GET / HTTP/01.1\r\n\r\n", 400), ("GET / HTTP/1.2\r\n\r\n", 505), ("GET / HTTP/2.0\r\n\r\n", 505),
            ("GET / HTTP/0.9\r\n\r\n", 505), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
            ("GET / HTTP/1.1\rHost: a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nA: b\r\n\tc\r\n\r\n", 400), ("GET / HTTP/1.1\r\n: b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nA\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA B: c\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA: b\0\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nA: \u{1}\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA: \u{7F}\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nA\u{E9}: b\r\n\r\n", 400), ("\u{16}\u{3}\u{1}\u{2}", 400),
            ("*1\r\n$4\r\nPING\r\n", 400),
        ] as [(String, Int)])
    func refused(_ text: String, _ status: Int) {
        guard case .failure(let error) = Self.read(text) else {
            Issue.record("accepted")
            return
        }
        #expect(error.status.code == status)
    }

    @Test("Lines, all headers together and their number are bounded")
    func limits() {
        func status(_ text: String) -> Int? {
            if case .failure(let error) = Self.read(text) { error.status.code } else { nil }
        }
        let line = "GET / HTTP/1.1\r\n"
        #expect(status("GET /" + String(repeating: "a", count: 8_176) + " HTTP/1.1\r\n") == nil)
        #expect(status("GET /" + String(repeating: "a", count: 8_177) + " HTTP/1.1\r\n") == 414)
        #expect(status("GET /" + String(repeating: "a", count: 8_187)) == 414)
        #expect(status(String(repeating: "A", count: 33)) == 501)
        #expect(status(line + "A: " + String(repeating: "b", count: 32_746) + "\r\n") == nil)
        #expect(status(line + "A: " + String(repeating: "b", count: 32_748) + "\r\n") == 431)
        #expect(status(line + "A: " + String(repeating: "b", count: 32_749)) == 431)
        #expect(status(line + String(repeating: "A: b\r\n", count: 100)) == nil)
        #expect(status(line + String(repeating: "A: b\r\n", count: 101)) == 431)
        #expect(status(line + String(repeating: "A: " + String(repeating: "b", count: 995) + "\r\n", count: 33)) == 431)
    }

    @Test("However a request is cut into pieces, the result is the same")
    func anySplit() {
        let samples = [
            "GET /a HTTP/1.1\r\nHost: a\r\nA: b\r\n\r\nmore", "\r\nPOST / HTTP/1.0\r\nA:\r\n\r\n",
            "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
            "GET / HTTP/1.1\nA: b\n\n", "GET / HTTP/3.1\r\n\r\n", "GE(T / HTTP/1.1\r\n\r\n",
            "GET /" + String(repeating: "a", count: 9_000) + "\u{1} HTTP/9.9\r\n\r\n",
            "GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: 9_000) + "\0\r\n\r\n",
            "GET / HTTP/1.1\r\nA:" + String(repeating: "b", count: 300) + "\u{0}",
            String(repeating: "G", count: 40) + "\n",
        ].map { Array($0.utf8) }
        var random = SplitMix(seed: 9_112)
        for _ in 0..<500 {
            var bytes = samples[Int(random.next() % UInt64(samples.count))]
            if random.next() % 2 == 0 {
                bytes[Int(random.next() % UInt64(min(bytes.count, 60)))] =
                    [0x0A, 0x0D, 0x20, 0x3A, 0, 0x41][Int(random.next() % 6)]
            }
            var pieces: [[UInt8]] = []
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + 1 + Int(random.next() % (random.next() % 2 == 0 ? 3 : 5_000)))
                pieces.append(Array(bytes[start..<end]))
                start = end
            }
            let whole = Self.read([bytes])
            let parts = Self.read(pieces)
            switch (whole, parts) {
            case (.success(let one), .success(let other)):
                #expect(one?.0 == other?.0)
                #expect(one?.rest == other?.rest)
            case (.failure(let one), .failure(let other)): #expect(one == other)
            default: Issue.record("\(whole) and \(parts)")
            }
        }
    }
}

/// Random numbers that are the same at each run.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
