/// Whether a request has a body and where the body ends, according to the header fields. A request that two parsers
/// could interpret differently is refused (RFC 9112, sections 3.2, 6.1, 6.3 and 11.2).
struct RequestFraming: Equatable {
    enum Body: Equatable {
        case none
        case length(Int)
        case chunked
    }

    var body = Body.none
    var host: HTTPHost?
    /// Whether the client waits for `100 Continue` before it sends the body.
    var expectsContinue = false
    /// Whether the client wants to keep the connection open.
    var keepsAlive = false

    init(_ head: RawRequestHead, target: RequestTarget) throws(HTTPError) {
        if head.method == "CONNECT" { throw .notImplemented("method") }
        let fields = FramingFields(head.headers)
        body = try Self.body(fields, isHTTP10: head.isHTTP10)
        host = try Self.host(fields.hosts, target, isHTTP10: head.isHTTP10)
        if let expectation = fields.expectations.first, !head.isHTTP10 {
            guard fields.expectations.count == 1, HTTPHeaders.isSame(expectation, "100-continue") else {
                throw .expectationFailed
            }
            expectsContinue = body != .none
        }
        keepsAlive = !head.isHTTP10
        if fields.hasConnection {
            let options = head.headers.tokens("Connection")
            keepsAlive = !options.contains("close") && (!head.isHTTP10 || options.contains("keep-alive"))
        }
    }

    private static func body(_ fields: FramingFields, isHTTP10: Bool) throws(HTTPError) -> Body {
        let lengths = fields.lengths
        if let coding = fields.codings.first {
            guard lengths.isEmpty else { throw .badRequest("both Content-Length and Transfer-Encoding") }
            guard !isHTTP10 else { throw .badRequest("Transfer-Encoding in HTTP/1.0") }
            guard fields.codings.count == 1, HTTPHeaders.isSame(coding, "chunked") else {
                throw .notImplemented("transfer coding")
            }
            return .chunked
        }
        guard let text = lengths.first else { return .none }
        guard lengths.count == 1 else { throw .badRequest("more than one Content-Length") }
        // A number of up to 18 digits cannot overflow.
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy(HTTPGrammar.isDigit), let length = Int(text)
        else {
            throw .badRequest("Content-Length is not a number")
        }
        return length == 0 ? .none : .length(length)
    }

    private static func host(_ hosts: [String], _ target: RequestTarget, isHTTP10: Bool) throws(HTTPError) -> HTTPHost?
    {
        guard hosts.count <= 1 else { throw .badRequest("more than one Host") }
        guard let text = hosts.first else {
            guard isHTTP10 else { throw .badRequest("no Host") }
            return target.host
        }
        guard let host = HTTPHost(text) else { throw .badRequest("Host is neither a name nor an address") }
        if let other = target.host, other != host { throw .badRequest("Host differs from the target") }
        return host
    }
}

/// The fields that determine the framing, collected in one pass.
private struct FramingFields {
    var hosts: [String] = []
    var lengths: [String] = []
    var codings: [String] = []
    var expectations: [String] = []
    var hasConnection = false

    init(_ headers: HTTPHeaders) {
        for field in headers.fields {
            switch field.name.utf8.count {
            case 4 where HTTPHeaders.isSame(field.name, "Host"): hosts.append(field.value)
            case 6 where HTTPHeaders.isSame(field.name, "Expect"): expectations.append(field.value)
            case 10 where HTTPHeaders.isSame(field.name, "Connection"): hasConnection = true
            case 14 where HTTPHeaders.isSame(field.name, "Content-Length"): lengths.append(field.value)
            case 17 where HTTPHeaders.isSame(field.name, "Transfer-Encoding"): codings.append(field.value)
            default: break
            }
        }
    }
}
