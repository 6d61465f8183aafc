/// A user who may sign in.
public struct Account: Sendable, Equatable {
    public let id: Int64
    public let name: String
    /// Seconds since 1970.
    public let created: Int64
    public let passwordChanged: Int64
    public let sessionCount: Int
    /// When the account was suspended; nil if it is not suspended.
    public let suspended: Int64?
    /// When the account will be removed; nil if its removal has not been requested.
    public let removal: Int64?
}

/// A password for one app. The password itself is shown once and not stored.
public struct AppPassword: Sendable, Equatable {
    public let account: String
    public let label: String
    /// Whether Fever's key is accepted too.
    public let isForFever: Bool
    public let created: Int64
    /// The last use, in seconds since 1970; updated at most once a minute.
    public let lastUse: Int64?
}

/// An API token. The token itself is shown once and not stored.
public struct APIToken: Sendable, Equatable {
    public let name: String
    public let scope: Scope
    public let created: Int64
    public let expires: Int64?
    /// The last use, in seconds since 1970; updated at most once a minute.
    public let lastUse: Int64?
    /// The account on a host whose library the token is for; nil on a service with one library.
    public let account: String?
}

/// A signed-in browser.
public struct Session: Sendable, Equatable {
    /// A session expires after 30 days without a request.
    public static let idleSeconds: Int64 = 30 * 86_400

    public let id: Int64
    /// Nil if the session was started with a one-time key.
    public let account: String?
    public let created: Int64
    /// The last use, in seconds since 1970; updated at most once a minute.
    public let lastUse: Int64
    public let address: String
    public let userAgent: String
}

/// A newly started session.
public struct NewSession: Sendable {
    /// The value of the cookie, which is stored nowhere else.
    public let cookie: String
    public let principal: Principal
}

extension NewSession: CustomStringConvertible, CustomDebugStringConvertible {
    /// Contains only the session's number, so that the cookie cannot appear in logs.
    public var description: String { "session \(principal.id)" }
    public var debugDescription: String { description }
}

/// The result of an attempt to sign in.
public enum SignIn: Sendable {
    case accepted(NewSession)
    case refused(Refusal)
}

/// An entry of the sign-in log.
public struct SignInRecord: Sendable, Equatable {
    public enum Outcome: String, Sendable {
        case accepted, unknown, expired, revoked, suspended
    }

    public let time: Int64
    public let kind: Credential.Kind
    public let outcome: Outcome
    /// The account's name; nil if the account does not exist. Unknown names are not stored, because users sometimes type
    /// their password into the name field.
    public let account: String?
    public let address: String
    public let userAgent: String
}
