internal import Articles
package import FeedLibrary
internal import Formats
package import Messages
package import System

/// A plot over time as text: columns for the numbers of articles, a line at the threshold, and marks for alerts.
package struct TrendChart {
    let style: TerminalStyle
    let language: Language
    let columns: Int
    let clock: SystemClock

    private static let height = 8
    /// Bars of 0 to 8 eighths of a line.
    private static let eighths = ["", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let shownEvents = 20

    package init(style: TerminalStyle, language: Language, columns: Int, clock: SystemClock) {
        self.style = style
        self.language = language
        self.columns = columns
        self.clock = clock
    }

    /// The lines of a plot. A narrow terminal shows only the newest bars.
    package func lines(_ plot: TrendPlot, name: String) -> [String] {
        let top = plot.bars.map { max(Double($0.articles), $0.threshold ?? 0) }.max() ?? 0
        let labels = String(Int(top.rounded(.up)))
        let width = max(1, min(plot.bars.count, columns - labels.count - 2))
        let bars = Array(plot.bars.suffix(width))
        guard let first = bars.first, let last = bars.last else { return [] }
        let sum = bars.reduce(0) { $0 + $1.articles }
        let title = Message.trendPlotTitle.text(
            language, [TerminalSafe.line(name), String(sum), first.start, last.start])
        var lines = [style.bold(title)]
        let scale = top > 0 ? Double(Self.height * 8) / top : 0
        for row in (0..<Self.height).reversed() {
            let label = row == Self.height - 1 ? labels : row == 0 ? "0" : ""
            var line = String(repeating: " ", count: labels.count - label.count) + label + "│"
            for bar in bars { line += cell(bar, row, scale) }
            lines.append(line)
        }
        if plot.condition != nil {
            let marks = bars.map { $0.events > 0 ? "▲" : " " }.joined()
            lines.append(String(repeating: " ", count: labels.count + 1) + style.bad(marks))
        }
        let gap = max(1, width - first.start.count - last.start.count)
        lines.append(
            String(repeating: " ", count: labels.count + 1)
                + (width >= first.start.count * 2 + 1
                    ? first.start + String(repeating: " ", count: gap) + last.start : first.start))
        return lines
    }

    private func cell(_ bar: TrendPlot.Bar, _ row: Int, _ scale: Double) -> String {
        // Show at least one eighth for a single article, even next to bars for thousands.
        let height = bar.articles == 0 ? 0 : max(1, Int((Double(bar.articles) * scale).rounded()))
        let part = max(0, min(8, height - row * 8))
        if let threshold = bar.threshold, part < 8, min(Self.height - 1, Int(threshold * scale) / 8) == row {
            return style.bad("┄")
        }
        return part == 0 ? " " : bar.events > 0 ? style.bad(Self.eighths[part]) : style.name(Self.eighths[part])
    }

    /// The newest events of a plot, one line each.
    package func events(_ plot: TrendPlot) -> [String] {
        let newest = plot.events.suffix(Self.shownEvents).reversed().map { "  " + text($0) }
        let rest = plot.events.count - newest.count
        return newest + (rest > 0 ? ["  " + Message.trendEventsMore.text(language, String(rest))] : [])
    }

    private func text(_ found: TrendPlot.Event) -> String {
        TerminalSafe.line(found.text(language) { clock.minute($0) })
    }
}
