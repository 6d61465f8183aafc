package import Articles
package import Messages

/// Advice for the user about a feed whose fetches fail.
package enum FailureAdvice {
    /// - Parameters:
    ///   - kind: the stored kind of the failure; `paused` for a feed that is not fetched.
    ///   - status: the status of the server's response, if the kind is `httpStatus`.
    package static func message(kind: String, status: Int? = nil) -> Message {
        switch kind {
        case "paused": .advicePaused
        case "dns", "connect", "timeout", "proxy": .adviceNetwork
        case "tls": .adviceTLS
        case "needsSignIn": .adviceSignIn
        case "needsTwoFactor": .adviceTwoFactor
        case "signInFailed": .adviceSignInRefused
        case "httpStatus":
            switch status ?? 0 {
            case 404, 410: .adviceMissing
            case 429: .adviceTooOften
            case 500...: .adviceServer
            default: .adviceStatus
            }
        case "challenge": .adviceStatus
        case "badAnswer": .adviceBadAnswer
        case "badRedirect", "tooManyRedirects": .adviceRedirect
        case "tooLarge": .adviceTooLarge
        case "notAFeed", "notTheFile": .adviceNotAFeed
        case "gone": .adviceGone
        case "noItems", "noFields", "noMainText": .adviceRecipe
        case "refused": .adviceRefused
        case "unconfirmed": .adviceUnconfirmed
        case "badRequest": .adviceBadRequest
        default: .adviceOther
        }
    }
    /// The advice for a feed; nil if its last fetch did not fail.
    package static func text(_ state: FeedFetchState, _ language: Language) -> String? {
        guard state.isGone || state.failureKind != nil else { return nil }
        let status = (state.failureText ?? "").drop { !$0.isNumber }.prefix { $0.isNumber }
        let kind = state.isGone ? "gone" : state.failureKind ?? ""
        return message(kind: kind, status: kind == "httpStatus" ? Int(status) : nil).text(language)
    }
}
