import Articles
import FeedLibrary
import Messages
import SQLiteStorage
import System
import TerminalPages

extension Invocation {
    /// The lines of lists; cut to the terminal's width.
    func articleRow(_ library: Library) throws -> ArticleRow {
        ArticleRow(
            style: style, columns: tableWidth, clock: clock,
            language: language, newest: try library.store.newestID())
    }

    /// How wide a table may be; nil where the output is no terminal.
    var tableWidth: Int? { output.isTerminal ? Terminal.columns(.standardOutput) : nil }

    /// A line each of articles.
    func listRows(_ numbers: [Int64], in library: Library, indent: String = "") throws {
        let row = try articleRow(library)
        for number in numbers {
            if let article = try library.store.article(number, withTexts: false) {
                output.line(indent + row.text(article))
            }
        }
    }

    /// The format of `--format`.
    func articleFormat() throws -> ArticleFormat? {
        try format { text throws(FieldFormatError) in try ArticleFormat(text) }
    }

    /// The format of `feeds --format`.
    func feedFormat() throws -> FeedFormat? { try format { text throws(FieldFormatError) in try FeedFormat(text) } }

    private func format<Format>(_ make: (String) throws(FieldFormatError) -> Format) throws -> Format? {
        guard let text = settings.value(.format) else { return nil }
        do {
            return try make(text)
        } catch .unknown(let placeholder, let known) {
            throw complaint(.unknownPlaceholder, [placeholder, known.joined(separator: ", ")])
        }
    }
}
