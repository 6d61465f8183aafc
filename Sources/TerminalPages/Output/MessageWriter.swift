package import FeedLibrary
internal import Formats
package import Messages
internal import System

/// Writes messages to standard error. Results are written to standard output instead.
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

    /// Writes an error: one line, then its details.
    package func error(_ userError: UserFacingError) {
        var text = style.bad("feedsearch:") + " " + TerminalSafe.line(userError.text) + "\n"
        for line in userError.details { text += TerminalSafe.line(line) + "\n" }
        put(text)
    }

    /// Writes a warning: a problem that does not stop the work.
    package func warning(_ message: Message, _ arguments: [String] = []) {
        say(.warning, message, arguments)
    }

    /// Writes a message even with `--quiet`.
    package func alert(_ message: Message, _ arguments: [String]) {
        say(.alert, message, arguments)
    }

    /// Writes a note.
    package func note(_ message: Message, _ arguments: [String] = []) {
        say(.note, message, arguments)
    }

    /// Writes a notice from the library.
    package func show(_ notice: Notice) {
        let text = TerminalSafe.line(notice.text)
        switch notice.level {
        case .trace: trace(notice.text)
        case .note: if !isQuiet { put(text + "\n") }
        case .warning: if !isQuiet { put("feedsearch: " + text + "\n") }
        case .alert: put(style.bad("feedsearch:") + " " + text + "\n")
        }
    }

    /// Writes a trace line if `--verbose` is given.
    package func trace(_ text: @autoclosure () -> String) {
        if isVerbose { put(style.dim(TerminalSafe.line(text())) + "\n") }
    }

    /// A progress bar for long work, shown only on a terminal.
    package func progress() -> ProgressBar { ProgressBar(isOn: !isQuiet && FileDescriptor.standardError.isTerminal) }

    private func say(_ level: Notice.Level, _ message: Message, _ arguments: [String]) {
        show(Notice(level: level, code: message.rawValue, text: message.text(language, arguments)))
    }

    /// Ignores write errors: there is nowhere to report a failure to write to standard error.
    private func put(_ text: String) { try? FileDescriptor.standardError.write(Array(text.utf8)) }
}
