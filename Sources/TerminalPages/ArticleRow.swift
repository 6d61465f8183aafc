package import Articles
internal import FeedLibrary
internal import Formats
package import Messages
package import System

/// An article as one line of a list: marks for unread and starred, article id, date, feed and title.
package struct ArticleRow {
    let style: TerminalStyle
    let columns: Int?
    let clock: SystemClock
    let language: Language
    /// The number of digits of the largest article id.
    let digits: Int

    private static let feedWidth = 20
    private static let tintWidth = 16
    private static let narrow = 64
    package static let unread = "●"
    package static let starred = "★"

    /// - Parameters:
    ///   - columns: the width of the terminal; if nil, nothing is truncated.
    ///   - newest: the largest article id that will be shown.
    package init(style: TerminalStyle, columns: Int?, clock: SystemClock, language: Language, newest: Int64) {
        self.style = style
        self.columns = columns
        self.clock = clock
        self.language = language
        digits = String(newest).count
    }

    /// The article id in a line of a list, for example `#12`; nil if the line contains no id.
    package static func number(ofLine line: String) -> String? {
        line.split(separator: " ").lazy.filter { $0 != unread && $0 != starred && $0 != unread + starred }.first
            .flatMap { $0.hasPrefix("#") ? String($0) : nil }
    }

    /// The mark of a saved search with a colour. It contains the name, so that it is clear without colours.
    package static func tint(_ mark: ColorMark) -> String {
        "■" + TextWrap.truncate(TerminalSafe.line(mark.search), width: tintWidth)
    }

    /// - Parameters:
    ///   - colors: the marks of the matching saved searches.
    ///   - time: a time to show with its minute instead of the article's date, in seconds since 1970.
    package func text(_ article: Article, _ colors: [ColorMark] = [], at time: Int64? = nil) -> String {
        let marks = (article.read ? " " : Self.unread) + (article.starred ? Self.starred : " ")
        let number = "#\(article.id)"
        let day = String(clock.minute(article.published ?? article.received).prefix(10))
        let date = time.map { clock.minute($0) } ?? day
        var feed = TerminalSafe.line(article.feedTitle ?? MaskedURL.mask(article.feed))
        // A narrow terminal has no space for the feed.
        let feedWidth = (columns ?? 80) < Self.narrow ? 0 : Self.feedWidth
        feed = feedWidth == 0 ? "" : TextWrap.truncate(feed, width: feedWidth)
        let space = String(repeating: " ", count: feedWidth == 0 ? 0 : feedWidth - DisplayWidth.of(feed) + 2)
        var title =
            article.titleOrBeginning.isEmpty
            ? Message.untitled.text(language) : TerminalSafe.line(article.titleOrBeginning)
        let left = String(repeating: " ", count: max(0, digits + 1 - number.count))
        if let columns {
            let used = 2 + 1 + digits + 1 + 2 + date.count + 2 + (feedWidth == 0 ? 0 : feedWidth + 2)
            let tints = colors.reduce(0) { $0 + DisplayWidth.of(Self.tint($1)) + 1 }
            title = TextWrap.truncate(title, width: max(12, columns - used - tints))
        }
        let tints = colors.map { style.tint(Self.tint($0), $0.color) + " " }.joined()
        let shown = tints + (article.read ? title : style.bold(title))
        return
            "\(style.name(marks)) \(left)\(style.number(number))  \(style.dim(date))  \(style.name(feed))\(space)\(shown)"
    }
}
