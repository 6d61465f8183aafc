/// Why a fetch gave no body.
public struct FetchFailure: Error, Sendable {
    /// What went wrong, as something to act on.
    public enum Kind: Hashable, Sendable {
        /// The host's name has no address.
        case dns
        /// No connection, or one that broke off.
        case connect
        /// The certificate or the TLS handshake.
        case tls
        /// The time for the whole fetch ran out.
        case timeout
        /// More bytes than allowed, on the wire or decoded.
        case tooLarge
        /// More redirects than allowed, or a loop.
        case tooManyRedirects
        /// A redirect without a usable target.
        case badRedirect
        /// The address policy refused the address or one that it led to.
        case refused(AddressRefusal)
        /// The answer broke the rules of HTTP or its coding, or ended early.
        case badAnswer
        /// A status other than 200, 203, 304, 401 and 410.
        case httpStatus(Int)
        /// The server or its page asks for a name and a password.
        case needsSignIn
        /// A page that asks a browser to prove itself.
        case challenge
        /// The proxy refused or failed.
        case proxy
        /// The request itself cannot be sent as it is.
        case badRequest
        /// The request waits until the user confirms what it needs; it says nothing about the feed.
        case unconfirmed
    }

    /// What went wrong.
    public var kind: Kind
    /// One plain line; no secrets, no control characters.
    public var message: String
    /// How long the server asks to be left alone.
    public var retryAfter: Duration?
    /// Where the feed has moved for good, even though its new place failed.
    public var movedTo: WebAddress?

    /// A failure without advice from the server.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// True if the network as a whole may be what is missing.
    public var suggestsOffline: Bool { kind == .dns || kind == .connect }
}

extension FetchFailure {
    /// A refused address, told by its reason.
    init(_ refusal: AddressRefusal) { self.init(.refused(refusal), refusal.reason) }
}
