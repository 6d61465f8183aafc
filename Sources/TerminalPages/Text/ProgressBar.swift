internal import Formats
internal import System

/// A progress line, shown on standard error if that is a terminal and the work takes more than half a second.
package final class ProgressBar {
    private let isOn: Bool
    private let started = SystemClock.system.monotonicSeconds()
    private var lastShown = 0.0
    private var isShown = false
    private static let delaySeconds = 0.5
    private static let intervalSeconds = 0.1

    package init(isOn: Bool) { self.isOn = isOn }

    /// Shows the progress. Cheap to call for each article: the line is drawn at most ten times a second.
    package func update(_ done: Int, of total: Int?, _ label: String) {
        guard isOn else { return }
        let now = SystemClock.system.monotonicSeconds()
        if now - started < ProgressBar.delaySeconds || now - lastShown < ProgressBar.intervalSeconds { return }
        lastShown = now
        isShown = true
        draw(ProgressBar.line(done, of: total, label, columns: Terminal.columns(.standardError)))
    }

    /// Removes the progress line from the terminal.
    package func finish() {
        if isShown { draw("") }
        isShown = false
    }

    /// The line, with a bar if the total is known, otherwise with a count.
    package static func line(_ done: Int, of total: Int?, _ label: String, columns: Int) -> String {
        guard let total, total > 0 else {
            return TextWrap.truncate("\(done) \(TerminalSafe.line(label))", width: max(8, columns - 1))
        }
        let share = min(1, max(0, Double(done) / Double(total)))
        let filled = Int(share * 20)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
        let text = "\(bar) \(Int(share * 100))% \(done)/\(total) \(TerminalSafe.line(label))"
        return TextWrap.truncate(text, width: max(8, columns - 1))
    }

    private func draw(_ line: String) {
        try? FileDescriptor.standardError.write(Array("\r\u{1B}[K\(line)".utf8))
    }
}
