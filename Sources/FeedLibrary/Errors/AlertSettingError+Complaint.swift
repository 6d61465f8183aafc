public import Alerting
public import Messages

extension AlertSettingError {
    public func complaint(_ language: Language) -> Complaint {
        switch self {
        case .channel(let text): Complaint(.badChannel, [text], language: language)
        case .digest(let text): Complaint(.badDigest, [text], language: language)
        case .quietHours(let text): Complaint(.badQuietHours, [text], language: language)
        case .secret: Complaint(.badAlertSecret, language: language)
        case .signature(let text): Complaint(.badSignature, [text], language: language)
        }
    }
}
