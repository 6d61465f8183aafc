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
        case .contentType(let text): UserFacingError(.badContentType, [text], language: language)
        case .contentTypeAlone: UserFacingError(.contentTypeAlone, language: language)
        case .templateOfChannel(let kind): UserFacingError(.templateOfChannel, [kind], language: language)
        case .destination(let text): UserFacingError(.badDestination, [text], language: language)
        case .condition(let text, let error): error.userFacing(of: text, language)
        case .template(let error): error.userFacing(language)
        }
    }
}

extension TemplateError {
    /// The message, with the line of the template.
    fileprivate func userFacing(_ language: Language) -> UserFacingError {
        let (message, name): (Message, String) =
            switch reason {
            case .unclosedTag: (.templateUnclosedTag, "")
            case .badTag(let tag): (.templateBadTag, tag)
            case .unescaped(let tag): (.templateUnescaped, tag)
            case .unknownName(let name): (.templateUnknownName, name)
            case .unclosedSection(let name): (.templateUnclosedSection, name)
            case .unexpectedEnd(let name): (.templateUnexpectedEnd, name)
            case .splitSection(let name): (.templateSplitSection, name)
            case .unsafePlace(let name): (.templateUnsafePlace, name)
            case .tooLarge: (.templateTooLarge, "")
            case .notJSON: (.templateNotJSON, "")
            }
        return UserFacingError(message, [String(line), name], language: language)
    }
}
