internal import Articles

/// An article laid out for a pane.
struct ShownArticle: Equatable, Sendable {
    var id: ArticleID
    var title = ""
    var url: String?
    var read = false
    var starred = false
    var ownTags: [String] = []
    var lines: [StyledLine] = []
    /// The addresses that its links lead to, in the order of their numbers.
    var links: [String] = []
    /// The columns that it was laid out for.
    var width = 0
    /// The first line that is shown.
    var top = 0

    /// Moves by lines; the last one stays on the screen.
    ///
    /// - Returns: false at the end.
    @discardableResult
    mutating func scroll(by count: Int, height: Int) -> Bool {
        let before = top
        top = max(0, min(top + count, lines.count - height))
        return top != before
    }
}
