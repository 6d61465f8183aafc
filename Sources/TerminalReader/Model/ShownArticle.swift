internal import Articles

/// An article laid out for a pane of the screen.
struct ShownArticle: Equatable, Sendable {
    var id: ArticleID
    var title = ""
    var author: String?
    var url: String?
    var read = false
    var starred = false
    var ownTags: [String] = []
    var lines: [StyledLine] = []
    /// The addresses of the article's links, in the order of their numbers.
    var links: [String] = []
    /// The width of the layout in columns.
    var width = 0
    /// The first visible line.
    var top = 0

    /// Scrolls by a number of lines, but not past the last line.
    ///
    /// - Returns: false if the article cannot be scrolled further.
    @discardableResult
    mutating func scroll(by count: Int, height: Int) -> Bool {
        let before = top
        top = max(0, min(top + count, lines.count - height))
        return top != before
    }
}
