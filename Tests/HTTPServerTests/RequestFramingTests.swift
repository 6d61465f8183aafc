import Testing

@testable import HTTPServer

@Suite struct RequestFramingTests {
    private static func framing(
        _ headers: [(String, String)], method: String = "POST", target: String = "/", isHTTP10: Bool = false
    ) throws(HTTPError) -> RequestFraming {
        var head = RawRequestHead(method: method, target: target, isHTTP10: isHTTP10)
        for (name, value) in headers { head.headers.addChecked(name, value) }
        return try RequestFraming(head, target: try RequestTarget(target, method: method))
    }

    @Test("The body has a length, is chunked, or is not there")
    func bodies() throws {
        #expect(try Self.framing([("Host", "a")]).body == .none)
        #expect(try Self.framing([("Host", "a"), ("Content-Length", "0")]).body == .none)
        #expect(try Self.framing([("Host", "a"), ("Content-Length", "007")]).body == .length(7))
        #expect(try Self.framing([("host", "a"), ("transfer-encoding", "Chunked")]).body == .chunked)
    }

    @Test(
        "Lengths and codings that two readers could understand in two ways are refused",
        arguments: [
            ([("Content-Length", "5"), ("Transfer-Encoding", "chunked")], 400),
            ([("Content-Length", "5"), ("Content-Length", "5")], 400),
            ([("Content-Length", "5"), ("Content-Length", "6")], 400),
            ([("Content-Length", "5,5")], 400), ([("Content-Length", "+5")], 400), ([("Content-Length", "-5")], 400),
            ([("Content-Length", "5 5")], 400), ([("Content-Length", "")], 400), ([("Content-Length", "0x5")], 400),
            ([("Content-Length", "9999999999999999999")], 400), ([("Transfer-Encoding", "xchunked")], 501),
            ([("Transfer-Encoding", "chunked, identity")], 501), ([("Transfer-Encoding", "gzip, chunked")], 501),
            ([("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")], 501),
            ([("Transfer-Encoding", "")], 501),
            ([("Host", "b")], 400), ([("Expect", "evil")], 417), ([("Expect", "100-continue, a")], 417),
        ] as [([(String, String)], Int)])
    func ambiguous(_ headers: [(String, String)], _ status: Int) {
        do throws(HTTPError) {
            _ = try Self.framing([("Host", "a")] + headers)
            Issue.record("accepted")
        } catch {
            #expect(error.status.code == status)
        }
    }

    @Test("HTTP/1.1 needs one Host, which an absolute target must repeat")
    func hosts() throws {
        #expect(throws: HTTPError.self) { try Self.framing([]) }
        #expect(throws: HTTPError.self) { try Self.framing([("Host", "")]) }
        #expect(throws: HTTPError.self) { try Self.framing([("Host", "a b")]) }
        #expect(throws: HTTPError.self) { try Self.framing([("Host", "a")], target: "http://b/") }
        #expect(try Self.framing([("Host", "A:80")], target: "http://a:80/").host?.name == "a")
        #expect(try Self.framing([], isHTTP10: true).host == nil)
        #expect(throws: HTTPError.self) { try Self.framing([("Transfer-Encoding", "chunked")], isHTTP10: true) }
    }

    @Test("The method that would make a proxy of us is refused")
    func connect() {
        #expect(throws: HTTPError.notImplemented("method")) { try Self.framing([("Host", "a")], method: "CONNECT") }
    }

    @Test("A connection is kept unless one side says otherwise")
    func keepAlive() throws {
        #expect(try Self.framing([("Host", "a")]).keepsAlive)
        #expect(try !Self.framing([("Host", "a"), ("Connection", "x, Close")]).keepsAlive)
        #expect(try !Self.framing([], isHTTP10: true).keepsAlive)
        #expect(try Self.framing([("Connection", "Keep-Alive")], isHTTP10: true).keepsAlive)
        #expect(try Self.framing([("Host", "a"), ("Expect", "100-Continue"), ("Content-Length", "1")]).expectsContinue)
        #expect(try !Self.framing([("Host", "a"), ("Expect", "100-continue")]).expectsContinue)
    }
}
