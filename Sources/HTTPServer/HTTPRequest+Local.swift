public import Pipelines

extension HTTPRequest {
    /// A request without a connection, for tests of responders.
    ///
    /// - Parameters:
    ///   - target: the path and the query, as a client would send them.
    ///   - headers: the header fields; `Host: localhost` is added if they have no Host.
    ///   - onAuthenticated: called by `markAuthenticated`.
    /// - Throws: the error for which the server would refuse the request.
    public init(
        _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = [:], body: [UInt8] = [], peer: HTTPPeer = .unix,
        isSecure: Bool = false, deadline: Deadline = .never, onAuthenticated: (@Sendable () -> Void)? = nil
    ) throws(HTTPError) {
        var raw = RawRequestHead(method: method.rawValue, target: target, headers: headers)
        if !headers.contains("Host") { raw.headers.add("Host", "localhost") }
        let parsed = try RequestTarget(target, method: method.rawValue)
        let framing = try RequestFraming(raw, target: parsed)
        var random = RequestID()
        let head = HTTPRequestHead(
            method: method, target: target, path: parsed.path, query: parsed.query, headers: raw.headers,
            host: framing.host, isHTTP10: false, contentLength: body.count, peer: peer, isSecure: isSecure,
            number: random.next())
        self.init(head: head, body: HTTPBody(body), deadline: deadline, onAuthenticated: onAuthenticated)
    }
}
