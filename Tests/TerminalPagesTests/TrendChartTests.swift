import Articles
import Messages
import System
import Testing

@testable import FeedLibrary
@testable import TerminalPages

/// Plots over time as text, and the marks of coloured searches.
@Suite struct TrendChartTests {
    private func plot(_ articles: [Int], threshold: Double? = nil, eventAt: Int? = nil) throws -> TrendPlot {
        let bars = articles.enumerated().map { place, count in
            TrendPlot.Bar(
                start: "2026-01-\(place + 10)", articles: count, threshold: threshold, events: place == eventAt ? 1 : 0)
        }
        let events = eventAt.map { _ in
            TrendPlot.Event(event: TrendEvent(start: 0, end: 24, articles: 9), feed: "\u{1B}]0;x\u{7}feed")
        }
        return TrendPlot(
            step: .day, condition: try TrendCondition("count > 8 in 1d"), bars: bars, events: events.map { [$0] } ?? [])
    }

    private func chart(columns: Int) -> TrendChart {
        TrendChart(style: TerminalStyle(isOn: false), language: .english, columns: columns, clock: .system)
    }

    @Test("The highest bar fills the plot, a single article is visible, and the threshold and alerts are drawn")
    func bars() throws {
        let lines = chart(columns: 80).lines(
            try plot([16, 0, 1, 8], threshold: 8, eventAt: 0), name: "a\u{1B}[31mb")
        #expect(lines[0] == "a[31mb: 25 articles, 2026-01-10 to 2026-01-13")
        let rows = lines.dropFirst().prefix(8).map { Array($0.drop { $0 != "│" }.dropFirst()) }
        #expect(rows.allSatisfy { $0.count == 4 })
        #expect(rows.map { $0[0] } == Array(repeating: Character("█"), count: 8))
        #expect(rows.last?[1] == " " && rows.last?[2] == "▄" && rows.last?[3] == "█")
        #expect(rows.joined().contains("┄"))
        #expect(lines[9].last { $0 == "▲" } == "▲")
    }

    @Test("A narrow terminal shows the newest bars, and no line is wider than it")
    func narrow() throws {
        let lines = chart(columns: 20).lines(try plot(Array(repeating: 3, count: 60)), name: "n")
        #expect(lines[0].contains("51 articles"))
        #expect(lines.dropFirst().allSatisfy { DisplayWidth.of($0) <= 20 })
    }

    @Test("An event is one line without control characters")
    func events() throws {
        let lines = chart(columns: 80).events(try plot([1], eventAt: 0))
        #expect(lines.count == 1 && !lines[0].unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test("A row of a list names the coloured searches that match, within the width of the terminal")
    func marks() {
        let row = ArticleRow(
            style: TerminalStyle(isOn: true), columns: 80, clock: .system, language: .english, newest: 99)
        let article = Article(
            id: 7, feed: "https://example.org/feed", guid: "g", title: String(repeating: "title ", count: 30), body: "")
        let marks = [
            ColorMark(search: "tea\u{1B}[0m", color: .blue),
            ColorMark(search: String(repeating: "名", count: 40), color: .red),
        ]
        let text = row.text(article, marks)
        #expect(text.contains("\u{1B}[34m■tea") && text.contains("\u{1B}[31m■名名"))
        #expect(DisplayWidth.of(TerminalStyle.plain(text)) <= 80)
        #expect(!TerminalStyle.plain(row.text(article)).contains("■"))
    }
}
