package import FeedLibrary
package import Messages
internal import System
package import TerminalText

/// Messages to the person, on standard error: never results.
package struct MessageWriter: Sendable {
    package let language: Language
    package let isQuiet: Bool
    package let isVerbose: Bool
    package let style: TerminalStyle

    package init(language: Language, isQuiet: Bool, isVerbose: Bool, style: TerminalStyle) {
        self.language = language
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
        self.style = style
    }

    /// An error: one line, and lines that belong to it.
    package func error(_ complaint: Complaint) {
        var text = style.bad("feedsearch:") + " " + TerminalSafe.line(complaint.text) + "\n"
        for line in complaint.details { text += TerminalSafe.line(line) + "\n" }
        put(text)
    }

    /// Something that is not as it should be, while the work goes on.
    package func warning(_ message: Message, _ arguments: [String] = []) {
        say(.warning, message, arguments)
    }

    /// Something that a person has to be told whatever `--quiet` says.
    package func alert(_ message: Message, _ arguments: [String]) {
        say(.alert, message, arguments)
    }

    /// Something good to know.
    package func note(_ message: Message, _ arguments: [String] = []) {
        say(.note, message, arguments)
    }

    /// What a use case of the library says.
    package func show(_ notice: Notice) {
        let text = TerminalSafe.line(notice.text)
        switch notice.level {
        case .trace: trace(notice.text)
        case .note: if !isQuiet { put(text + "\n") }
        case .warning: if !isQuiet { put("feedsearch: " + text + "\n") }
        case .alert: put(style.bad("feedsearch:") + " " + text + "\n")
        }
    }

    /// A trace line, only with `--verbose`.
    package func trace(_ text: @autoclosure () -> String) {
        if isVerbose { put(style.dim(TerminalSafe.line(text())) + "\n") }
    }

    /// A bar for long work, shown only on a terminal.
    package func progress() -> ProgressBar { ProgressBar(isOn: !isQuiet && FileDescriptor.standardError.isTerminal) }

    private func say(_ level: Notice.Level, _ message: Message, _ arguments: [String]) {
        show(Notice(level: level, code: message.rawValue, text: message.text(language, arguments)))
    }

    /// Nothing can be said about a failure to say something.
    private func put(_ text: String) { try? FileDescriptor.standardError.write(Array(text.utf8)) }
}
