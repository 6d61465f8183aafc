import FeedLibrary
import Messages
import QueryLanguage
import System
import TerminalPages

extension QueryComplaint {
    /// The error, the query with the mistake underlined, and a hint.
    func complaint(_ language: Language, columns: Int) -> Complaint {
        var details: [String] = []
        if !query.isEmpty {
            let underlined = UnderlinedText(query, error.utf8Range, columns: max(20, columns - 2))
            details = ["  " + underlined.line, "  " + underlined.marks]
        }
        var complaint = complaint(language)
        details.append("  " + Message.hint.text(language, [complaint.hint ?? ""]))
        complaint.details = details
        return complaint
    }
}

extension Complaint {
    /// An error for the terminal, which quotes the words of the command line and the query.
    init(shown error: any Error, language: Language) {
        switch error {
        case let error as UsageError: self = error.complaint(language)
        case let error as QueryComplaint:
            self = error.complaint(language, columns: Terminal.columns(.standardError))
        default:
            self.init(error, language: language)
            if let hint, details.isEmpty { details = ["  " + Message.hint.text(language, [hint])] }
        }
    }
}
