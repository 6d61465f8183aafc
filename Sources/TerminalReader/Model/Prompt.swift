internal import Articles

/// What is asked on the last line of the screen.
struct Prompt: Equatable, Sendable {
    enum Purpose: Equatable, Sendable {
        /// Searches while one types; the list from before comes back with Esc.
        ///
        /// - Parameter scope: where is searched.
        case search(before: ListSource, scope: ListSource.Place)
        case tags(ArticleID)
        case link
        /// The name of a search, of this query.
        case save(query: String)
        case replaceSearch(name: String, query: String)
        case markAllRead(ListSource, newest: ArticleID)
    }

    var purpose: Purpose
    var editor = LineEditor()

    /// Wants one key, not a line.
    var isQuestion: Bool {
        switch purpose {
        case .replaceSearch, .markAllRead: true
        default: false
        }
    }
}
