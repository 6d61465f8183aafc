internal import Formats
private import System

/// The state of one request: the address, the received data, and the next step. A hop is one request in a chain of
/// redirects. Used on the fetch thread only.
final class FetchTask {
    let request: FetchRequest
    let started: ContinuousClock.Instant
    let deadline: ContinuousClock.Instant
    /// The address of the current hop.
    private(set) var address: WebAddress
    /// The origin of the request. Its secrets are sent to this origin only.
    let origin: WebOrigin
    /// The addresses that the host name of the current hop resolved to. Empty if the host is an IP address, or if the
    /// proxy resolves the name.
    var pinned: [IPAddress] = []
    private(set) var proxy: ProxyAddress?
    private(set) var wireBytes = 0
    var transfer: CurlTransfer?
    /// The host whose limit of concurrent transfers includes this task.
    var hostKey = ""
    /// Whether the task has stalled and therefore does not count towards `perHost`.
    var isAside = false

    private let settings: Fetcher
    private var redirects = 0
    private var isMovingForGood = true
    private var movedTo: WebAddress?
    private var head = ResponseHead()
    private var decoder: BodyDecoder?
    private var errorBody: [UInt8] = []
    private var hopBytes = 0
    /// The time at which the current hop began or last received `stallBytes` bytes.
    private var progressed: ContinuousClock.Instant
    /// The number of header and body bytes received so far, and that number at the time `progressed`.
    private var seenBytes = 0
    private var progressedBytes = 0
    private var failure: FetchFailure?
    private var hasBegun = false
    private var cookies = ChainCookies()

    init(_ request: FetchRequest, settings: Fetcher, now: ContinuousClock.Instant) throws(FetchFailure) {
        self.request = request
        self.settings = settings
        started = now
        progressed = now
        deadline = now + (request.timeout ?? settings.limits.timeout)
        if let item = request.unconfirmed { throw FetchFailure(.unconfirmed, item) }
        if let problem = request.problem { throw FetchFailure(.badRequest, problem) }
        do { address = try WebAddress(request.url) } catch { throw FetchFailure(error) }
        origin = address.origin
        guard request.headers.allSatisfy({ $0.isSafe }) else {
            throw FetchFailure(.badRequest, "a header of this feed cannot be sent")
        }
        try enter(address)
    }

    /// The size of the decoded body in memory, in bytes.
    var heldBytes: Int { decoder?.body.count ?? 0 }

    /// Begins a hop, before its host name is resolved.
    func beginHop(_ now: ContinuousClock.Instant) {
        progressed = now
        progressedBytes = seenBytes
    }

    /// Whether the hop has made no progress for the stall time: its host name is not resolved, it is not connected, the
    /// first byte has not arrived, or the body arrives very slowly.
    func isStalled(at now: ContinuousClock.Instant) -> Bool {
        if seenBytes - progressedBytes >= settings.limits.stallBytes {
            progressed = now
            progressedBytes = seenBytes
        }
        return now - progressed >= settings.limits.stallTime
    }

    /// The host name that must be resolved before the hop can start; nil if no name has to be resolved.
    var nameToResolve: String? {
        guard address.literal == nil, proxy?.resolvesHere ?? true else { return nil }
        return address.host
    }

    /// Checks the addresses that the host name of the current hop resolved to. The hop is refused if any address is
    /// refused.
    func judge(_ addresses: [IPAddress]) throws(FetchFailure) {
        guard !addresses.isEmpty else { throw FetchFailure(.dns, "\(address.host) has no address") }
        for peer in addresses {
            if let refusal = settings.policy.refusal(of: peer, for: address, trusted: request.trustedOrigin) {
                throw FetchFailure(refusal)
            }
        }
        pinned = addresses
    }

    /// The settings for the transfer of the current hop.
    func plan(now: ContinuousClock.Instant) -> TransferPlan {
        var plan = TransferPlan()
        let isHome = address.origin == origin
        plan.url = address.text
        plan.userAgent = request.userAgent ?? settings.userAgent
        plan.headers = headerLines(isHome: isHome)
        plan.cookies =
            ownCookie(isHome: isHome) == nil ? ChainCookies.header(own: nil, cookies.pairs(for: address)) : nil
        plan.credentials = isHome ? request.credentials : nil
        plan.cookiesFile = isHome ? request.cookiesFile : nil
        plan.proxy = proxy?.text ?? ""
        plan.caFile = settings.caFile
        if !pinned.isEmpty {
            let list = pinned.map { $0.isIPv4 ? "\($0)" : "[\($0)]" }.joined(separator: ",")
            plan.pin = "+\(address.host):\(address.port):\(list)"
        }
        plan.timeoutMilliseconds = (deadline - now).milliseconds
        plan.connectMilliseconds = settings.limits.connectTimeout.milliseconds
        plan.maxWireBytes = maxWireBytes
        plan.stallSeconds = request.sink == nil ? 0 : 60
        hasBegun = false
        head = ResponseHead()
        decoder = nil
        errorBody = []
        hopBytes = 0
        return plan
    }

    // MARK: -

    /// Checks an address before anything is sent to it.
    private func enter(_ next: WebAddress) throws(FetchFailure) {
        if let refusal = settings.policy.refusal(of: next, trusted: request.trustedOrigin) {
            throw FetchFailure(refusal)
        }
        let given = request.proxy ?? settings.proxies.proxy(for: next)
        proxy = if let given, !given.isEmpty { try ProxyAddress(given) } else { nil }
        address = next
        pinned = []
    }

    private static let errorBodyBytes = 16 << 10

    private var maxWireBytes: Int { request.maxWireBytes ?? settings.limits.maxWireBytes }

    /// The `Cookie` header that is set in the feed's options.
    private func ownCookie(isHome: Bool) -> FetchHeader? {
        isHome ? request.headers.last { $0.name.lowercased() == "cookie" } : nil
    }

    private func headerLines(isHome: Bool) -> [String] {
        var lines = [
            "Accept-Encoding: " + (request.sink == nil ? "gzip, deflate, br, zstd" : "identity"),
            "Accept: " + FetchHeaderText.clean(request.accept ?? FetchHeaderText.accept),
        ]
        if let etag = request.etag { lines.append("If-None-Match: " + FetchHeaderText.clean(etag)) }
        if let date = request.lastModified { lines.append("If-Modified-Since: " + FetchHeaderText.clean(date)) }
        if let resume = request.resume {
            lines.append("Range: bytes=\(resume.offset)-" + (resume.last.map { String($0) } ?? ""))
            if let validator = resume.validator { lines.append("If-Range: " + FetchHeaderText.clean(validator)) }
        }
        guard isHome else { return lines }
        for header in request.headers {
            let prefix = header.name.lowercased() + ":"
            lines.removeAll { $0.lowercased().hasPrefix(prefix) }
            var value = header.value
            if prefix == "cookie:", let cookies = ChainCookies.header(own: value, cookies.pairs(for: address)) {
                value = cookies
            }
            // libcurl interprets "name:" as removing a header, and "name;" as sending it with an empty value.
            lines.append(value.isEmpty ? header.name + ";" : "\(header.name): \(value)")
        }
        return lines
    }
}

extension FetchTask: TransferSink {
    func take(header: [UInt8]) -> Bool {
        seenBytes &+= header.count
        head.take(header)
        if let problem = head.problem { return stop(.badAnswer, problem) }
        let limit = settings.limits.maxHeaderBytes
        guard head.bytes <= limit else { return stop(.badAnswer, "the header is larger than \(limit) bytes") }
        return true
    }

    func take(body bytes: Span<UInt8>) -> Bool {
        seenBytes &+= bytes.count
        wireBytes &+= bytes.count
        hopBytes &+= bytes.count
        guard hopBytes <= maxWireBytes else {
            return stop(.tooLarge, "the answer is larger than \(maxWireBytes) bytes")
        }
        guard hasBody else {
            // Keep the start of the body, to distinguish a challenge page from an error.
            for index in 0..<min(bytes.count, Self.errorBodyBytes - errorBody.count) { errorBody.append(bytes[index]) }
            return errorBody.count < Self.errorBodyBytes
        }
        if let sink = request.sink { return begin(sink) && sink.take(bytes) }
        if decoder == nil {
            guard let coding = BodyDecoder.coding(head["content-encoding"], start: bytes) else {
                return stop(.badAnswer, "the answer is coded in a way that was not asked for")
            }
            let limit = request.maxDecodedBytes ?? settings.limits.maxDecodedBytes
            decoder = BodyDecoder(coding, limit: limit)
            if coding == .identity, let length = head["content-length"].flatMap({ Int($0) }), length > 0 {
                decoder?.reserve(min(length, 1 << 20))
            }
        }
        do throws(BodyDecoder.Problem) {
            try decoder?.feed(bytes)
            return true
        } catch {
            return stop(error)
        }
    }

    /// Whether the status means that the response contains the requested body.
    private var hasBody: Bool {
        head.status == 200 || head.status == 203 || head.status == 206 && request.resume != nil && request.sink != nil
    }

    /// Tells the sink the offset at which the body begins. Has an effect only once.
    private func begin(_ sink: any BodySink) -> Bool {
        if hasBegun { return true }
        hasBegun = true
        guard BodyDecoder.coding(head["content-encoding"]) == .identity else {
            return stop(.badAnswer, "the answer is coded in a way that was not asked for")
        }
        var offset = 0
        if head.status == 206, let resume = request.resume {
            // A different part of the body, or several parts, cannot be used (RFC 9110, section 15.3.7).
            guard head["content-range"]?.lowercased().hasPrefix("bytes \(resume.offset)-") == true else {
                return stop(.badAnswer, "the answer is another part than the one that was asked for")
            }
            offset = resume.offset
        }
        return sink.begin(at: offset, answer(settings.clock.now()))
    }

    func mayConnect(to peer: IPAddress?) -> Bool {
        if proxy != nil { return true }
        guard let peer else { return stop(.connect, "the connection's address is of no known kind") }
        guard let refusal = settings.policy.refusal(of: peer, for: address, trusted: request.trustedOrigin) else {
            return true
        }
        failure = FetchFailure(refusal)
        return false
    }

    private func stop(_ kind: FetchFailure.Kind, _ message: String) -> Bool {
        failure = FetchFailure(kind, message)
        return false
    }

    private func stop(_ problem: BodyDecoder.Problem) -> Bool {
        switch problem {
        case .tooLarge: stop(.tooLarge, "the answer is larger than allowed once unpacked")
        case .corrupt: stop(.badAnswer, "the answer is not in the coding that it names")
        case .incomplete: stop(.badAnswer, "the answer ended early")
        }
    }
}

extension FetchTask {
    /// Handles the end of a transfer.
    ///
    /// - Returns: the outcome; nil after a redirect, when the next hop must be started.
    func end(curlCode: UInt32, detail: String, unixTime: Int64) -> FetchOutcome? {
        if let failure { return failed(failure, unixTime) }
        // A long error page is deliberately not read to its end: the status is enough.
        let hasStatus = head.status > 0 && errorBody.count >= Self.errorBodyBytes
        guard curlCode == 0 || hasStatus else {
            return failed(FetchFailure(curlCode: curlCode, detail: detail, isProxied: proxy != nil), unixTime)
        }
        switch head.status {
        case 200, 203: return body(unixTime)
        case 206 where hasBody: return body(unixTime)
        case 301, 302, 303, 307, 308: return redirect(unixTime)
        case 304:
            guard request.etag != nil || request.lastModified != nil else {
                return failed(FetchFailure(.badAnswer, "not modified, though nothing was known before"), unixTime)
            }
            return .notModified(answer(unixTime))
        case 410: return .gone(answer(unixTime))
        case 401: return failed(FetchFailure(.needsSignIn, "status 401"), unixTime)
        default:
            if ChallengePage.isChallenge(head, start: errorBody) {
                return failed(
                    FetchFailure(.challenge, "the site wants to see a browser (status \(head.status))"), unixTime)
            }
            return failed(FetchFailure(.httpStatus(head.status), "status \(head.status)"), unixTime)
        }
    }

    private func body(_ unixTime: Int64) -> FetchOutcome {
        if let sink = request.sink {
            // The body is empty, so the sink has not been started yet.
            guard begin(sink) else { return failed(failure ?? FetchFailure(.badAnswer, "it was not taken"), unixTime) }
            return .fetched(FetchedFeed(body: [], contentHash: BodyHash(of: []), answer: answer(unixTime)))
        }
        let body: [UInt8]
        guard let decoder else { return failed(FetchFailure(.badAnswer, "the answer is empty"), unixTime) }
        do throws(BodyDecoder.Problem) {
            body = try decoder.finish()
        } catch {
            _ = stop(error)
            return failed(failure ?? FetchFailure(.badAnswer, "the answer ended early"), unixTime)
        }
        self.decoder = nil
        let hash = BodyHash(of: body)
        if hash == request.contentHash { return .notModified(answer(unixTime)) }
        return .fetched(FetchedFeed(body: body, contentHash: hash, answer: answer(unixTime)))
    }

    private func redirect(_ unixTime: Int64) -> FetchOutcome? {
        guard let location = head["location"], !location.isEmpty else {
            return failed(FetchFailure(.badRedirect, "a redirect without an address"), unixTime)
        }
        guard redirects < settings.limits.maxRedirects else {
            return failed(FetchFailure(.tooManyRedirects, "more than \(redirects) redirects"), unixTime)
        }
        redirects += 1
        cookies.take(head.cookies, from: address, now: unixTime)
        isMovingForGood = isMovingForGood && (head.status == 301 || head.status == 308)
        do {
            try enter(try target(location))
        } catch {
            return failed(error, unixTime)
        }
        if isMovingForGood { movedTo = address }
        return nil
    }

    private func target(_ location: String) throws(FetchFailure) -> WebAddress {
        do {
            return try WebAddress(location, relativeTo: address)
        } catch {
            throw FetchFailure(.refused(error), "redirected to an address that is refused: \(error.reason)")
        }
    }

    /// How long the host asks not to be contacted, if the status (429 or 503) applies to the whole host; otherwise nil.
    func askedSilence(_ unixTime: Int64) -> Duration? {
        guard head.status == 429 || head.status == 503 else { return nil }
        return Freshness(now: unixTime, value: { head[$0] }).retryAfter
    }

    private func failed(_ failure: FetchFailure, _ unixTime: Int64) -> FetchOutcome {
        var failure = failure
        failure.message = FetchFailure.plain(failure.message)
        if head.status >= 400 { failure.retryAfter = Freshness(now: unixTime, value: { head[$0] }).retryAfter }
        failure.movedTo = movedTo
        decoder = nil
        return .failed(failure)
    }

    private func answer(_ unixTime: Int64) -> FetchAnswer {
        FetchAnswer(
            finalURL: address, movedTo: movedTo, redirects: redirects, status: head.status,
            contentType: head.validator("content-type", maxBytes: 256),
            etag: head.validator("etag", maxBytes: 1024),
            lastModified: head.validator("last-modified", maxBytes: 128),
            freshness: Freshness(now: unixTime, value: { head[$0] }),
            contentLocation: head.validator("content-location", maxBytes: 4096),
            contentRange: head.validator("content-range", maxBytes: 128), links: head.links)
    }
}
