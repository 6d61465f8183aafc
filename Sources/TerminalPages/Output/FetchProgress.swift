internal import FeedLibrary
internal import Messages
internal import System
internal import TerminalText

/// The line that says which feed is being fetched, on standard error where that is a terminal.
package final class FetchProgress {
    private let isOn: Bool
    private let language: Language
    private var lastShown = 0.0
    private var isShown = false

    package init(_ messages: MessageWriter) {
        isOn = !messages.isQuiet && FileDescriptor.standardError.isTerminal
        language = messages.language
    }

    package func update(_ done: Int, of total: Int, _ title: String) {
        guard isOn else { return }
        let now = SystemClock.system.monotonicSeconds()
        if now - lastShown < 0.1, done < total { return }
        lastShown = now
        isShown = true
        let shown = TextWrap.truncate(TerminalSafe.line(MaskedURL.mask(title)), width: 40)
        let line = Message.fetchProgress.text(language, [String(done), String(total), shown])
        draw(TextWrap.truncate(line, width: max(8, Terminal.columns(.standardError) - 1)))
    }

    /// Takes the line away.
    package func finish() {
        if isShown { draw("") }
        isShown = false
    }

    private func draw(_ line: String) {
        try? FileDescriptor.standardError.write(Array("\r\u{1B}[K\(line)".utf8))
    }
}
