public import Alerting
public import Messages

extension AlertSettingError {
    public func userFacing(_ language: Language) -> UserFacingError {
        switch self {
        case .channel(let text): UserFacingError(.badChannel, [text], language: language)
        case .digest(let text): UserFacingError(.badDigest, [text], language: language)
        case .quietHours(let text): UserFacingError(.badQuietHours, [text], language: language)
        case .secret: UserFacingError(.badAlertSecret, language: language)
        case .signature(let text): UserFacingError(.badSignature, [text], language: language)
        }
    }
}
