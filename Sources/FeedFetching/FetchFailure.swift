internal import Formats

/// Why a fetch failed.
public struct FetchFailure: Error, Sendable {
    /// The kind of failure, as far as callers need to distinguish it.
    public enum Kind: Hashable, Sendable {
        /// The host's name has no address.
        case dns
        /// No connection, or a connection that was lost.
        case connect
        /// The certificate is not valid, or the TLS handshake failed.
        case tls
        /// The time limit of the whole fetch was exceeded.
        case timeout
        /// More bytes than allowed, before or after decoding.
        case tooLarge
        /// More redirects than allowed, or a loop.
        case tooManyRedirects
        /// A redirect without a usable target.
        case badRedirect
        /// The address policy refused the address or one that it redirected to.
        case refused(AddressRefusal)
        /// The response violates HTTP or its coding, or ended early.
        case badAnswer
        /// A status other than 200, 203, 304, 401 and 410.
        case httpStatus(Int)
        /// The server or its page asks for a user name and password.
        case needsSignIn
        /// A page that checks whether the client is a browser.
        case challenge
        /// The proxy refused or failed.
        case proxy
        /// The request cannot be sent as configured.
        case badRequest
        /// The request needs a confirmation by the user. Not a failure of the feed.
        case unconfirmed
        /// The host asked not to be contacted for a time (`QuietHosts`). Nothing was sent. Not a failure of the feed.
        case postponed
    }

    /// What went wrong.
    public var kind: Kind
    /// One line without secrets or control characters.
    public var message: String
    /// How long the server asks the client to wait.
    public var retryAfter: Duration?
    /// The address to which the feed has moved permanently, even if that address failed.
    public var movedTo: WebAddress?

    /// A failure without `retryAfter` and `movedTo`.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// Whether a missing network would cause this failure.
    public var suggestsOffline: Bool { kind == .dns || kind == .connect }
}

extension FetchFailure {
    /// The failure of a request that must not be sent before `until`; sets `retryAfter` to the time left.
    init(_ host: String, until: Int64, now: Int64) {
        self.init(.postponed, "\(host) asked to be left alone until \(CivilTime.rfc3339(until))")
        retryAfter = .seconds(max(0, until - now))
    }

    /// The failure to report for a refused address.
    init(_ refusal: AddressRefusal) { self.init(.refused(refusal), refusal.reason) }
}
