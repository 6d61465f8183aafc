internal import Articles
internal import FeedLibrary
internal import Messages
internal import System
internal import TerminalPages

/// The lines of a list with marks, date, feed and title. A narrow pane leaves out the feed and the date.
struct ListPane {
    private let state: ReaderState
    private let width: Int
    private let clock: SystemClock
    /// The current year. Dates in this year are shown without the year.
    private let year: String

    private static let feedWidth = 18
    /// The minimum width in columns for showing the feed.
    private static let leastForFeed = 64
    /// The minimum width in columns for showing the date.
    private static let leastForDate = 30

    init(state: ReaderState, width: Int, clock: SystemClock) {
        self.state = state
        self.width = width
        self.clock = clock
        year = String(clock.minute(clock.now()).prefix(4))
    }

    /// The message for an empty list; nil if the list is not empty or not yet loaded.
    var whenEmpty: StyledLine? {
        guard state.list.rows.isEmpty, state.pending == nil else { return nil }
        let source = state.list.source
        let message: Message =
            source.isSearch
            ? .nothingFound
            : state.sidebar.content.articles == 0
                ? .browseNoArticles
                : source.place == .unread ? .webNothingUnread : .webNothingHere
        return StyledLine(" " + state.text(message), .dim).truncated(to: width)
    }

    /// The line in a row of the screen, counted from 0; nil below the end of the list.
    func line(_ line: Int) -> (line: StyledLine, fill: CellStyle)? {
        let index = state.list.top + line
        guard state.list.rows.indices.contains(index) else { return nil }
        let isSelected = index == state.list.selected
        // If another pane has the focus, the selection is only marked at the start of its line.
        let isBar = isSelected && state.focus == .list
        let text = text(state.list.rows[index])
        var shown = StyledLine()
        if isBar {
            for piece in text.pieces { shown.append(piece.text, piece.style.selected, link: piece.link) }
        } else {
            shown = text
        }
        var marked = StyledLine(isSelected ? "▌" : " ", isBar ? .reverse : .name)
        marked.append(shown)
        return (marked.truncated(to: width), isBar ? .reverse : .plain)
    }

    private func text(_ row: ListRow) -> StyledLine {
        var line = StyledLine()
        line.append(row.read ? " " : ArticleRow.unread, .name)
        line.append(row.starred ? ArticleRow.starred : " ", .number)
        line.append(" ")
        if width >= Self.leastForDate { line.append(date(row.date) + " ", .dim) }
        if width >= Self.leastForFeed {
            let feed = StyledLine(row.feedTitle, .name).truncated(to: Self.feedWidth)
            line.append(feed)
            line.append(String(repeating: " ", count: Self.feedWidth - feed.width + 1))
        }
        for mark in row.marks {
            line.append(ArticleRow.tint(mark) + " ", CellStyle(color: UInt8(mark.color.terminalColor)))
        }
        let style: CellStyle = row.read ? .plain : .bold
        if row.title.isEmpty {
            line.append(state.text(.untitled), .dim)
        } else {
            append(row, style, to: &line)
        }
        if row.folded > 0 { line.append(" " + state.text(.foldedHits, [String(row.folded)]), .dim) }
        return line
    }

    /// Appends the title with its matches highlighted.
    private func append(_ row: ListRow, _ style: CellStyle, to line: inout StyledLine) {
        let title = Array(row.title.utf8)
        var end = 0
        for range in row.highlights where range.lowerBound >= end && range.upperBound <= title.count {
            line.append(String(decoding: title[end..<range.lowerBound], as: UTF8.self), style)
            line.append(String(decoding: title[range], as: UTF8.self), .match)
            end = range.upperBound
        }
        line.append(String(decoding: title[end...], as: UTF8.self), style)
    }

    /// `05-06` for dates in this year, `2023-05` for other dates, padded to seven columns.
    private func date(_ seconds: Int64) -> String {
        let date = clock.minute(seconds).prefix(10)
        guard date.hasPrefix(year) else { return String(date.prefix(7)) }
        return String(date.dropFirst(5)) + "  "
    }
}
