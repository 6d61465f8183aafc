/// How a request goes on after its head, read from its fields. Whatever two readers could understand in two ways is refused:
/// RFC 9112, sections 3.2, 6.1, 6.3 and 11.2.
struct RequestFraming: Equatable {
    enum Body: Equatable {
        case none
        case length(Int)
        case chunked
    }

    var body = Body.none
    var host: HTTPHost?
    /// The client waits for `100 Continue` before it sends the body.
    var expectsContinue = false
    /// The client wants to go on with the connection.
    var keepsAlive = false

    init(_ head: RawRequestHead, target: RequestTarget) throws(HTTPError) {
        if ["CONNECT", "TRACE", "TRACK"].contains(head.method) { throw .notImplemented("method") }
        body = try Self.body(head)
        host = try Self.host(head, target)
        let expectations = head.headers.values("Expect")
        if !expectations.isEmpty, !head.isHTTP10 {
            guard expectations.count == 1, HTTPHeaders.isSame(expectations[0], "100-continue") else {
                throw .expectationFailed
            }
            expectsContinue = body != .none
        }
        let options = head.headers.tokens("Connection")
        keepsAlive = !options.contains("close") && (!head.isHTTP10 || options.contains("keep-alive"))
    }

    private static func body(_ head: RawRequestHead) throws(HTTPError) -> Body {
        let lengths = head.headers.values("Content-Length")
        let codings = head.headers.values("Transfer-Encoding")
        if !codings.isEmpty {
            guard lengths.isEmpty else { throw .badRequest("both Content-Length and Transfer-Encoding") }
            guard !head.isHTTP10 else { throw .badRequest("Transfer-Encoding in HTTP/1.0") }
            guard codings.count == 1, HTTPHeaders.isSame(codings[0], "chunked") else {
                throw .notImplemented("transfer coding")
            }
            return .chunked
        }
        guard let text = lengths.first else { return .none }
        guard lengths.count == 1 else { throw .badRequest("more than one Content-Length") }
        // At most eighteen digits: no overflow.
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy(HTTPGrammar.isDigit), let length = Int(text)
        else {
            throw .badRequest("Content-Length is no number")
        }
        return length == 0 ? .none : .length(length)
    }

    private static func host(_ head: RawRequestHead, _ target: RequestTarget) throws(HTTPError) -> HTTPHost? {
        let hosts = head.headers.values("Host")
        guard hosts.count <= 1 else { throw .badRequest("more than one Host") }
        guard let text = hosts.first else {
            guard head.isHTTP10 else { throw .badRequest("no Host") }
            return target.host
        }
        guard let host = HTTPHost(text) else { throw .badRequest("Host is no name and no address") }
        if let other = target.host, other != host { throw .badRequest("Host differs from the target") }
        return host
    }
}
