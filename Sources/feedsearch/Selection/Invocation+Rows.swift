import Articles
import FeedLibrary
import Messages
import SQLiteEngine
import System
import TerminalPages

extension Invocation {
    /// The format of an article as one line, truncated to the terminal's width.
    func articleRow(_ library: Library) throws -> ArticleRow {
        ArticleRow(
            style: style, columns: tableWidth, clock: clock,
            language: language, newest: try library.store.newestID())
    }

    /// A chart for plots over time, as wide as the terminal.
    var trendChart: TrendChart {
        TrendChart(style: style, language: language, columns: tableWidth ?? 80, clock: clock)
    }

    /// The width of tables in columns; nil if the output is not a terminal.
    var tableWidth: Int? { output.isTerminal ? Terminal.columns(.standardOutput) : nil }

    /// Formats rows as aligned columns on a terminal, or separated by tabs elsewhere.
    ///
    /// - Parameter rows: cells with escaped feed text; they may contain the escape sequences of `style`.
    func tableLines(_ columns: [TextTable.Column], _ rows: [[String]]) -> [String] {
        guard let width = tableWidth else { return rows.map { $0.joined(separator: "\t") } }
        var table = TextTable(columns, width: width)
        for row in rows { table.add(row) }
        return table.lines
    }

    /// Prints one line for each article.
    ///
    /// - Parameter times: times to show instead of the articles' dates.
    func listRows(
        _ numbers: [Int64], in library: Library, indent: String = "", times: [ArticleID: Int64] = [:]
    ) throws {
        let row = try articleRow(library)
        let marks = try library.savedSearches.marks(of: numbers)
        try library.store.forEachArticleOfList(numbers) {
            output.line(indent + row.text($0, marks[$0.id] ?? [], at: times[$0.id]))
        }
    }

    /// The launcher format given by `--format`; nil if the value is not the name of a launcher format.
    var launcherFormat: LauncherFormat? { settings.value(.format).flatMap(LauncherFormat.init(rawValue:)) }

    /// The article format given by `--format`.
    func articleFormat() throws -> ArticleFormat? {
        try format { text throws(FieldFormatError) in try ArticleFormat(text) }
    }

    /// The feed format given by `feeds --format`.
    func feedFormat() throws -> FeedListFormat? {
        try format { text throws(FieldFormatError) in try FeedListFormat(text) }
    }

    private func format<Format>(_ make: (String) throws(FieldFormatError) -> Format) throws -> Format? {
        guard let text = settings.value(.format) else { return nil }
        do {
            return try make(text)
        } catch .unknown(let placeholder, let known) {
            throw userError(.unknownPlaceholder, [placeholder, known.joined(separator: ", ")])
        }
    }
}
