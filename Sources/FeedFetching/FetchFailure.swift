internal import Formats

/// The reason why a fetch failed.
public struct FetchFailure: Error, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The host's name has no address.
        case dns
        /// No connection could be made, or the connection was lost.
        case connect
        /// The certificate is not valid, or the TLS handshake failed.
        case tls
        /// The time limit for the whole fetch was exceeded.
        case timeout
        /// The body has more bytes than allowed, before or after decoding.
        case tooLarge
        /// There were more redirects than allowed, or a redirect loop.
        case tooManyRedirects
        /// A redirect has no usable target.
        case badRedirect
        /// The address policy refused the address or the target of a redirect.
        case refused(AddressRefusal)
        /// The response violates HTTP, cannot be decoded, or ended early.
        case badAnswer
        /// A status other than 200, 203, 304, 401 and 410.
        case httpStatus(Int)
        /// The server or its page requires a user name and password.
        case needsSignIn
        /// The response is a page that checks whether the client is a browser.
        case challenge
        /// The proxy refused the request or failed.
        case proxy
        /// The request cannot be sent as configured.
        case badRequest
        /// The request needs a confirmation by the user. This is not a failure of the feed.
        case unconfirmed
        /// The host asked not to be contacted for some time (`QuietHosts`), so nothing was sent. This is not a failure
        /// of the feed.
        case postponed
    }

    public var kind: Kind
    /// A message of one line, without secrets or control characters.
    public var message: String
    /// How long the server asks the client to wait.
    public var retryAfter: Duration?
    /// The address that the feed has permanently moved to, even if fetching from that address failed.
    public var movedTo: WebAddress?

    /// Creates a failure without `retryAfter` and `movedTo`.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// Whether the failure may be caused by a missing network.
    public var suggestsOffline: Bool { kind == .dns || kind == .connect }
}

extension FetchFailure {
    /// Creates the failure of a request that must not be sent before `until`. Sets `retryAfter` to the remaining time.
    init(_ host: String, until: Int64, now: Int64) {
        self.init(.postponed, "\(host) asked to be left alone until \(CivilTime.rfc3339(until))")
        retryAfter = .seconds(max(0, until - now))
    }

    /// Creates the failure of a request that was not sent because transfers of other runs used all slots of the host.
    init(noSlotOf host: String, pause: Int64) {
        self.init(.postponed, "\(host) has too many other transfers")
        retryAfter = .seconds(pause)
    }

    /// Creates the failure for an address that the policy refused.
    init(_ refusal: AddressRefusal) { self.init(.refused(refusal), refusal.reason) }
}
