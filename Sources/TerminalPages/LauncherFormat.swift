package import Articles
internal import FeedLibrary
internal import Formats
package import Messages
package import System

/// Output formats for launchers and editors.
package enum LauncherFormat: String, Sendable, CaseIterable {
    /// Rows of rofi: `#12 TITLE · FEED · DATE`, with the article id as `info` and the snippet as `meta`, which rofi
    /// searches but does not show (<https://davatorium.github.io/rofi/current/rofi-script.5/>).
    case rofi
    /// A script filter of Alfred (<https://www.alfredapp.com/help/workflows/inputs/script-filter/json/>).
    case alfred
    /// Lines such as `feedsearch://12:1:5:TITLE — SNIPPET` for Vim's quickfix list.
    case vimgrep

    /// The data of an article for these formats.
    package struct Item: Sendable {
        var number: Int64
        var title: String
        var feed: String
        /// Seconds since 1970.
        var date: Int64
        var url: String?
        var snippet = ""
        /// The UTF-8 offset of the first match in the title.
        var matchOffset: Int?

        package init(_ hit: SearchHit) {
            number = hit.id
            title = hit.titleOrBeginning
            feed = hit.feedTitle ?? MaskedURL.mask(hit.feed)
            date = hit.published ?? hit.received
            url = hit.url
            snippet = hit.snippet
            matchOffset = hit.titleHighlights.first?.lowerBound
        }

        package init(_ article: Article) {
            number = article.id
            title = article.titleOrBeginning
            feed = article.feedTitle ?? MaskedURL.mask(article.feed)
            date = article.published ?? article.received
            url = article.url
        }
    }

    /// The text before the first item.
    package var head: String { self == .alfred ? "{\"items\":[" : "" }

    /// The text after the last item.
    package var foot: String { self == .alfred ? "]}\n" : "" }

    /// An item, preceded by the separator from the previous one.
    package func text(_ item: Item, isFirst: Bool, language: Language, clock: SystemClock) -> String {
        let title = item.title.isEmpty ? Message.untitled.text(language) : TerminalSafe.line(item.title)
        let place = TerminalSafe.line(item.feed) + " · " + String(clock.minute(item.date).prefix(10))
        let snippet = TerminalSafe.line(item.snippet)
        switch self {
        case .rofi:
            let meta = snippet.isEmpty ? "" : "\u{1F}meta\u{1F}\(snippet)"
            return "#\(item.number) \(title) · \(place)\0info\u{1F}\(item.number)\(meta)\n"
        case .alfred: return (isFirst ? "" : ",\n") + Self.alfredItem(item, title, place, snippet)
        case .vimgrep:
            let column = 1 + "#\(item.number) ".utf8.count + (item.matchOffset ?? 0)
            let text = snippet.isEmpty ? "\(title) · \(place)" : "\(title) — \(snippet)"
            return "feedsearch://\(item.number):1:\(column):\(text)\n"
        }
    }

    private static func alfredItem(_ item: Item, _ title: String, _ place: String, _ snippet: String) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("uid", "feedsearch-\(item.number)")
            writer.member("title", title)
            writer.member("subtitle", snippet.isEmpty ? place : place + " · " + snippet)
            // An article without an address is identified by its id.
            let isPage = item.url.map(Browser.isWebAddress) ?? false
            writer.member("arg", isPage ? item.url : "#\(item.number)")
            writer.member("valid", isPage)
            if isPage { writer.member("quicklookurl", item.url) }
            writer.key("variables")
            writer.object { $0.member("number", String(item.number)) }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
