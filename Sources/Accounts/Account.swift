/// Somebody who may sign in.
public struct Account: Sendable, Equatable {
    public let id: Int64
    public let name: String
    /// Seconds since 1970.
    public let created: Int64
    public let passwordChanged: Int64
    public let sessionCount: Int
}

/// A password for one app. The password itself is shown once and not stored.
public struct AppPassword: Sendable, Equatable {
    public let account: String
    public let label: String
    /// Fever's key can be used, too.
    public let isForFever: Bool
    public let created: Int64
    /// To the minute.
    public let lastUse: Int64?
}

/// An API token. The token itself is shown once and not stored.
public struct APIToken: Sendable, Equatable {
    public let name: String
    public let scope: Scope
    public let created: Int64
    public let expires: Int64?
    /// To the minute.
    public let lastUse: Int64?
}

/// A browser that is signed in.
public struct Session: Sendable, Equatable {
    /// After so long without a request a session is over.
    public static let idleSeconds: Int64 = 30 * 86_400

    public let id: Int64
    /// Nil where a one-time key began it.
    public let account: String?
    public let created: Int64
    /// To the minute.
    public let lastUse: Int64
    public let address: String
    public let userAgent: String
}

/// A session that was just begun.
public struct NewSession: Sendable {
    /// The value of the cookie: nowhere else.
    public let cookie: String
    public let principal: Principal
}

extension NewSession: CustomStringConvertible, CustomDebugStringConvertible {
    /// The session's number alone, so that no log can hold the cookie.
    public var description: String { "session \(principal.id)" }
    public var debugDescription: String { description }
}

/// What came of a sign-in.
public enum SignIn: Sendable {
    case accepted(NewSession)
    case refused(Refusal)
}

/// A line of the sign-in log.
public struct SignInRecord: Sendable, Equatable {
    public enum Outcome: String, Sendable {
        case accepted, unknown, expired, revoked
    }

    public let time: Int64
    public let kind: Credential.Kind
    public let outcome: Outcome
    /// Only of an account that there is: what was typed in its place may be a password.
    public let account: String?
    public let address: String
    public let userAgent: String
}
