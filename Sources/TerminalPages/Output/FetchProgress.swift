internal import FeedLibrary
internal import Formats
package import Ingestion
package import Messages
internal import System

/// The progress line of a refresh, shown on standard error if that is a terminal.
package final class FetchProgress {
    private let isOn: Bool
    private let messages: MessageWriter
    private var language: Language { messages.language }
    private var hasSaidHowToEnd = false
    private var lastShown = 0.0
    private var isShown = false

    package init(_ messages: MessageWriter) {
        isOn = !messages.isQuiet && FileDescriptor.standardError.isTerminal
        self.messages = messages
    }

    /// If a feed takes longer than this, the user is told how to end the refresh, since the feed may continue until its
    /// time limit.
    private static let longWait = Duration.seconds(10)

    package func update(_ progress: FeedRefreshProgress) {
        if !isOn, !hasSaidHowToEnd, let slowest = progress.slowest, slowest.elapsed >= Self.longWait {
            hasSaidHowToEnd = true
            let host = MaskedURL.host(slowest.url) ?? slowest.url
            messages.note(.fetchWaits, [TerminalSafe.line(host)])
        }
        show(isLast: progress.done >= progress.total) { Self.line(progress, language) }
    }

    /// Shows the progress of fetching pages, which follows that of feeds.
    package func update(_ pages: PageReport, of total: Int) {
        show(isLast: false) { Message.pagesProgress.text(language, [String(pages.done), String(total)]) }
    }

    /// Shows the progress of downloading files.
    package func update(files: Int, of total: Int, bytes: Int) {
        show(isLast: false) { "\(files)/\(total) · \(ByteCount.text(bytes))" }
    }

    private func show(isLast: Bool, _ line: () -> String) {
        guard isOn else { return }
        let now = SystemClock.system.monotonicSeconds()
        if now - lastShown < 0.1, !isLast { return }
        lastShown = now
        isShown = true
        draw(TextWrap.truncate(line(), width: max(8, Terminal.columns(.standardError) - 1)))
    }

    /// The line, for example `312/1011 · 4 failed · 12 s · waiting for slow.example (9 s)`.
    package static func line(_ progress: FeedRefreshProgress, _ language: Language) -> String {
        var parts = ["\(progress.done)/\(progress.total)"]
        if progress.failures > 0 { parts.append(Message.progressFailed.text(language, [String(progress.failures)])) }
        parts.append(Message.progressSeconds.text(language, [String(progress.elapsed.components.seconds)]))
        if let slowest = progress.slowest {
            let host = MaskedURL.host(slowest.url) ?? slowest.url
            let seconds = String(slowest.elapsed.components.seconds)
            parts.append(Message.progressWaiting.text(language, [TerminalSafe.line(host), seconds]))
            if slowest.elapsed >= longWait { parts.append(Message.progressEnd.text(language)) }
        } else if !progress.title.isEmpty {
            parts.append(TextWrap.truncate(TerminalSafe.line(MaskedURL.mask(progress.title)), width: 40))
        }
        return parts.joined(separator: " · ")
    }

    /// Removes the progress line from the terminal.
    package func finish() {
        if isShown { draw("") }
        isShown = false
    }

    private func draw(_ line: String) {
        try? FileDescriptor.standardError.write(Array("\r\u{1B}[K\(line)".utf8))
    }
}
