internal import Articles
internal import Formats

/// A search result as shown on the desktop. Each text is a single line of plain text without markup, control characters
/// or direction overrides.
struct DesktopResult: Sendable, Equatable {
    /// The maximum length of a description in characters. A desktop shows one line.
    private static let maxCharacters = 240

    var number: ArticleID
    /// Never empty.
    var title: String
    var feed: String
    var snippet: String
    /// The address of the article's page.
    var url: String?
    /// The path of a file with the feed's icon.
    var icon: String?

    init(_ hit: SearchHit, untitled: String) {
        number = hit.id
        feed = Self.line(hit.feedTitle ?? hit.feed)
        snippet = Self.line(hit.snippet)
        url = hit.url
        title = Self.title([hit.titleOrBeginning, hit.url ?? ""], untitled)
    }

    init(_ article: Article, untitled: String) {
        number = article.id
        feed = Self.line(article.feedTitle ?? article.feed)
        let start = String(article.body.prefix(Self.maxCharacters))
        snippet = Self.line(start)
        url = article.url
        title = Self.title([article.titleOrBeginning, article.url ?? ""], untitled)
    }

    /// Creates a result for an article that no longer exists, since a shell needs a result for each article id.
    init(missing number: ArticleID, untitled: String) {
        self.number = number
        (title, feed, snippet) = (untitled, "", "")
    }

    /// Feed and snippet.
    var description: String { [feed, snippet].filter { !$0.isEmpty }.joined(separator: " · ") }

    private static func line(_ text: String) -> String {
        let words = TerminalSafe.line(String(text.prefix(maxCharacters))).split(whereSeparator: \.isWhitespace)
        return words.joined(separator: " ")
    }

    private static func title(_ candidates: [String], _ untitled: String) -> String {
        candidates.lazy.map(line).first { !$0.isEmpty } ?? untitled
    }
}
