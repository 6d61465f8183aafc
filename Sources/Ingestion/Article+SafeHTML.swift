public import Articles
internal import Formats
internal import Markup

extension Article {
    /// The HTML without active content and trackers, with absolute addresses; nil if the article is plain text.
    public var safeHTML: String? {
        html.map { HTMLSanitizer.sanitize($0, base: ArticleBase.base(extra: extra, url: url)) }
    }

    /// `shownHTML` with formulas, for display in a browser.
    package var pageHTML: String {
        html.map {
            HTMLSanitizer.sanitize($0, base: ArticleBase.base(extra: extra, url: url), keepsMathematics: true)
        } ?? shownHTML
    }

    /// `safeHTML`; for an article without HTML, its plain text as HTML.
    package var shownHTML: String { safeHTML ?? XMLText.escape(body).replacing("\n", with: "<br>\n") }
}
