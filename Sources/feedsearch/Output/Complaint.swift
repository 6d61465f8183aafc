import System

/// Something a person must be told in one line, after which the program ends with 2.
struct Complaint: Error, Sendable {
    /// The line, already in the reader's language, without the program's name.
    let text: String
    /// Further lines that are part of it: the query with its mistake underlined, a hint.
    var details: [String] = []

    init(_ message: Message, _ arguments: [String] = [], language: Language) {
        text = message.text(language, arguments.map(TerminalSafe.line))
    }

    init(text: String, details: [String] = []) {
        self.text = text
        self.details = details
    }

    init(_ error: SystemError, language: Language) {
        self.init(.cannotRead, [error.path, error.reason(language)], language: language)
    }
}
