import FeedLibrary
import Messages
import QueryLanguage
import System
import TerminalPages

extension InvalidQuery {
    /// The error message, the query with the invalid part underlined, and a hint.
    func userFacing(_ language: Language, columns: Int) -> UserFacingError {
        var details: [String] = []
        if !query.isEmpty {
            let underlined = UnderlinedText(query, error.utf8Range, columns: max(20, columns - 2))
            details = ["  " + underlined.line, "  " + underlined.marks]
        }
        var userError = userFacing(language)
        details.append("  " + Message.hint.text(language, [userError.hint ?? ""]))
        userError.details = details
        return userError
    }
}

extension UserFacingError {
    /// Creates the error as shown on a terminal, where it quotes words of the command line and the query.
    init(shown error: any Error, language: Language) {
        switch error {
        case let error as UsageError: self = error.userFacing(language)
        case let error as InvalidQuery:
            self = error.userFacing(language, columns: Terminal.columns(.standardError))
        default:
            self.init(error, language: language)
            if let hint, details.isEmpty { details = ["  " + Message.hint.text(language, [hint])] }
        }
    }
}
