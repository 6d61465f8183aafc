/// A credential in the form in which the client sent it.
public enum Credential: Sendable {
    /// An API token in the header `Authorization: Bearer`.
    case bearer(String)
    /// An account's name and one of its app passwords, in the header `Authorization: Basic`.
    case basic(name: String, password: String)
    /// An app password without an account name, as in the header `X-Auth-Token`.
    case appPassword(String)
    /// Fever's `api_key`: the MD5 of `name:app password`, in hexadecimal.
    case feverKey(String)
    /// A token that `AccountStore.readerToken(of:)` returned for an app password.
    case readerToken(String)
    /// The value of the session cookie.
    case session(String)
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible {
    /// Contains only the kind of the credential, so that secrets cannot appear in logs.
    public var description: String { "a \(kind.rawValue)" }
    public var debugDescription: String { description }
}

extension Credential {
    /// The kind of a credential, as in the sign-in log.
    public enum Kind: String, Sendable, CaseIterable {
        case token
        case appPassword = "app password"
        case fever
        case session
        case password
        case oneTimeKey = "one-time key"
        case feedAddress = "feed address"
        case invitation
    }

    public var kind: Kind {
        switch self {
        case .bearer: .token
        case .basic, .appPassword, .readerToken: .appPassword
        case .feverKey: .fever
        case .session: .session
        }
    }
}
