private import CCurl
internal import Formats

/// A message that is sent to an address that the user has configured.
public struct WebPost: Sendable {
    /// The HTTP method of the request.
    public enum Method: String, Sendable {
        case post = "POST"
        case put = "PUT"
        /// The body is not sent.
        case get = "GET"
    }

    public var url: String
    public var method = Method.post
    /// Whether the user has confirmed the address. A confirmed address may be on a private network.
    public var isTrusted = true
    /// The headers to send in addition to the headers that HTTP requires.
    public var headers: [FetchHeader]
    public var body: [UInt8]
    /// The time limit for the whole exchange, including name resolution, connection and response.
    public var timeout: Duration = .seconds(20)
    /// The maximum number of bytes of the response's body that are kept.
    public var maxKeptBytes = WebPostAnswer.maxBodyBytes

    public init(url: String, headers: [FetchHeader], body: [UInt8]) {
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// A server's response to a `WebPost`.
public struct WebPostAnswer: Sendable, Equatable {
    /// The HTTP status.
    public var status: Int
    /// How long the server asks the client to wait.
    public var retryAfter: Duration?
    /// The first bytes of the response's body, at most `WebPost.maxKeptBytes`.
    public var body: [UInt8] = []

    /// The default of `WebPost.maxKeptBytes`. Error responses are usually shorter.
    public static let maxBodyBytes = 8 << 10

    public init(status: Int, retryAfter: Duration? = nil, body: [UInt8] = []) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }
}

extension Fetcher {
    /// Posts one message; blocks the calling thread.
    ///
    /// The address is checked like an address to fetch; its origin is trusted if `isTrusted` is true. Redirects are not
    /// followed, since the message is meant for this origin only.
    ///
    /// - Parameter unixTime: seconds since 1970, for a `Retry-After` that is a date.
    /// - Throws: `FetchFailure` if there was no response.
    public func post(_ post: WebPost, unixTime: Int64) throws(FetchFailure) -> WebPostAnswer {
        let address: WebAddress
        do { address = try WebAddress(post.url) } catch { throw FetchFailure(error) }
        let trusted = post.isTrusted ? address.origin : nil
        if let refusal = policy.refusal(of: address, trusted: trusted) { throw FetchFailure(refusal) }
        guard post.headers.allSatisfy({ $0.isSafe }) else {
            throw FetchFailure(.badRequest, "a header of this message cannot be sent")
        }
        let clock = ContinuousClock()
        let deadline = clock.now + post.timeout
        let proxy = try proxies.proxy(for: address).map { given throws(FetchFailure) in try ProxyAddress(given) }
        var plan = TransferPlan()
        plan.url = address.text
        plan.userAgent = userAgent
        // Without "Expect:", libcurl would wait a second for servers that do not send 100 Continue.
        plan.headers = ["Accept: */*", "Expect:"] + post.headers.map { "\($0.name): \($0.value)" }
        plan.proxy = proxy?.text ?? ""
        plan.caFile = caFile
        plan.maxWireBytes = PostSink.maxAnswerBytes
        let sink = PostSink(
            policy: policy, address: address, trusted: trusted, isProxied: proxy != nil,
            maxKeptBytes: post.maxKeptBytes)
        if address.literal == nil, proxy?.resolvesHere ?? true {
            plan.pin = try pin(address, trusted, within: post.timeout)
        }
        let rest = deadline - clock.now
        plan.timeoutMilliseconds = rest.milliseconds
        plan.connectMilliseconds = min(limits.connectTimeout, rest).milliseconds
        guard CurlMulti.isReady, let transfer = CurlTransfer() else { throw FetchFailure(.connect, CurlMulti.failure) }
        transfer.prepare(plan, sink: sink)
        let code = transfer.send(post.body, post.method)
        transfer.forget()
        if let failure = sink.failure { throw failure }
        guard code == 0 || sink.head.status >= 200 else {
            throw FetchFailure(curlCode: code, detail: transfer.errorMessage, isProxied: proxy != nil)
        }
        let head = sink.head
        let retryAfter = head.status >= 300 ? Freshness(now: unixTime, value: { head[$0] }).retryAfter : nil
        return WebPostAnswer(status: head.status, retryAfter: retryAfter, body: sink.body)
    }

    /// Whether an address is refused unless the user confirms it. Blocks until the host name is resolved.
    ///
    /// - Parameter wait: the time limit for resolving the name. If the limit is exceeded, the address counts as not
    ///   refused.
    public func isRefused(_ address: WebAddress, within wait: Duration) -> Bool {
        if policy.refusal(of: address) != nil { return true }
        let peers = address.literal == nil ? resolver.addresses(of: address.host, within: wait) ?? [] : []
        return peers.contains { policy.refusal(of: $0, for: address) != nil }
    }

    /// The addresses of the host in libcurl's format. Throws if any address is refused.
    private func pin(
        _ address: WebAddress, _ trusted: WebOrigin?, within wait: Duration
    ) throws(FetchFailure) -> String {
        guard let peers = resolver.addresses(of: address.host, within: wait) else {
            throw FetchFailure(.timeout, "the host name was not resolved in time")
        }
        guard !peers.isEmpty else { throw FetchFailure(.dns, "\(address.host) has no address") }
        for peer in peers {
            if let refusal = policy.refusal(of: peer, for: address, trusted: trusted) {
                throw FetchFailure(refusal)
            }
        }
        let list = peers.map { $0.isIPv4 ? "\($0)" : "[\($0)]" }.joined(separator: ",")
        return "+\(address.host):\(address.port):\(list)"
    }
}

extension CurlTransfer {
    /// Sends `body` and waits until the transfer has ended. Returns libcurl's result code.
    fileprivate func send(_ body: [UInt8], _ method: WebPost.Method) -> UInt32 {
        if method == .get { return unsafe ccurl_easy_perform(handle).rawValue }
        unsafe ccurl_set_long(handle, CURLOPT_POST, 1)
        // libcurl sends the body as for POST and replaces only the method in the request line.
        if method != .post { unsafe ccurl_set_text(handle, CURLOPT_CUSTOMREQUEST, method.rawValue) }
        unsafe ccurl_set_off(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        return unsafe body.withUnsafeBytes { bytes in
            unsafe ccurl_set_pointer(handle, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
            return unsafe ccurl_easy_perform(handle).rawValue
        }
    }
}

/// Receives the head of the response and the beginning of its body.
private final class PostSink: TransferSink {
    private let policy: AddressPolicy
    private let address: WebAddress
    private let trusted: WebOrigin?
    private let isProxied: Bool
    private let maxKeptBytes: Int
    private(set) var head = ResponseHead()
    private(set) var failure: FetchFailure?
    private(set) var body: [UInt8] = []
    private var bodyBytes = 0

    static let maxAnswerBytes = 1 << 20
    private static let maxHeaderBytes = 64 << 10

    init(policy: AddressPolicy, address: WebAddress, trusted: WebOrigin?, isProxied: Bool, maxKeptBytes: Int) {
        self.policy = policy
        self.address = address
        self.trusted = trusted
        self.isProxied = isProxied
        self.maxKeptBytes = maxKeptBytes
    }

    func take(header: [UInt8]) -> Bool {
        head.take(header)
        return head.bytes <= Self.maxHeaderBytes
    }

    func take(body: Span<UInt8>) -> Bool {
        bodyBytes &+= body.count
        for index in body.indices.prefix(max(0, maxKeptBytes - self.body.count)) {
            self.body.append(body[index])
        }
        return bodyBytes <= Self.maxAnswerBytes
    }

    func mayConnect(to peer: IPAddress?) -> Bool {
        if isProxied { return true }
        guard let peer else { return false }
        if let refusal = policy.refusal(of: peer, for: address, trusted: trusted) {
            failure = FetchFailure(refusal)
        }
        return failure == nil
    }
}
