internal import Articles

/// An article that is laid out for a pane.
struct ShownArticle: Equatable, Sendable {
    var id: ArticleID
    var title = ""
    var url: String?
    var read = false
    var starred = false
    var ownTags: [String] = []
    var lines: [StyledLine] = []
    /// The addresses of its links, in the order of their numbers.
    var links: [String] = []
    /// The width of the layout in columns.
    var width = 0
    /// The first visible line.
    var top = 0

    /// Scrolls by lines; it does not scroll beyond the last line.
    ///
    /// - Returns: false if it could not scroll.
    @discardableResult
    mutating func scroll(by count: Int, height: Int) -> Bool {
        let before = top
        top = max(0, min(top + count, lines.count - height))
        return top != before
    }
}
