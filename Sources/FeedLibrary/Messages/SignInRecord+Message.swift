public import Accounts
public import Messages

extension SignInRecord.Outcome {
    /// The outcome's name as shown in lists.
    public var message: Message {
        switch self {
        case .accepted: .signInAccepted
        case .unknown: .signInUnknown
        case .expired: .signInExpired
        case .revoked: .signInRevoked
        case .suspended: .signInSuspended
        }
    }
}

extension Credential.Kind {
    /// The outcome's name as shown in lists.
    public var message: Message {
        switch self {
        case .token: .kindToken
        case .appPassword: .kindAppPassword
        case .fever: .kindFever
        case .session: .kindSession
        case .password: .kindPassword
        case .oneTimeKey: .kindOneTimeKey
        case .feedAddress: .kindFeedAddress
        case .invitation: .kindInvitation
        }
    }
}
