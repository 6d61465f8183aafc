/// The authenticated sender of a request, as identified by its credential.
public struct Principal: Sendable {
    public enum Kind: String, Sendable {
        case token, appPassword, session
    }

    public let kind: Kind
    /// The id of the token, app password or session.
    public let id: Int64
    /// The account's name; nil for a session started with a one-time key, and for a token that belongs to no account.
    public let account: String?
    /// The library of the account on a host; nil if it has none, and on a service with one library.
    public var library: HostedLibrary?
    /// The token's name or the app password's label; empty for a session.
    public let label: String
    public let scope: Scope
    /// The secret of a session's anti-forgery token, which every request that changes something must carry; nil if the
    /// principal is not a session.
    public let csrf: CSRFSecret?
    /// When the account will be removed, in seconds since 1970; nil if its removal has not been requested. Such a
    /// principal may only cancel the removal and download its data.
    public var removal: Int64?
    /// The membership that lets the principal use `library`.
    public var membership: Membership?

    public struct Membership: Sendable, Equatable {
        /// The number of the account.
        public var account: Int64
        public var role: LibraryRole
        /// Whether the library cannot be used because its owner is suspended or leaving. False for the owner, whose own
        /// state is checked instead.
        public var isPaused = false
    }

    init(
        kind: Kind, id: Int64, account: String?, label: String, scope: Scope, csrf: CSRFSecret? = nil,
        library: HostedLibrary? = nil, removal: Int64? = nil, membership: Membership? = nil
    ) {
        self.kind = kind
        self.id = id
        self.account = account
        self.label = label
        self.scope = scope
        self.csrf = csrf
        self.library = library
        self.removal = removal
        self.membership = membership
    }
}

/// The reason why a credential was refused.
public enum Refusal: Error, Equatable, Sendable {
    /// The credential does not exist, or the password is wrong.
    case unknown
    case expired
    case revoked
    /// An administrator has suspended the account.
    case suspended
    /// The removal of the account has been requested, and the credential is not a session.
    case leaving
    /// The address sent too many wrong credentials within a minute.
    case tooMany(retryAfterSeconds: Int)
}

/// The result of checking a credential.
public enum Authentication: Sendable {
    case accepted(Principal)
    case refused(Refusal)
}
