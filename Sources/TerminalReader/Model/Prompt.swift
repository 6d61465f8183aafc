internal import Articles

/// A prompt on the last line of the screen.
struct Prompt: Equatable, Sendable {
    enum Purpose: Equatable, Sendable {
        /// Searches while the user types; Esc restores the previous list.
        ///
        /// - Parameter scope: the place to search.
        case search(before: ListSource, scope: ListSource.Place)
        case tags(ArticleID)
        case link
        /// The name for a saved search with this query.
        case save(query: String)
        case replaceSearch(name: String, query: String)
        case markAllRead(ListSource, newest: ArticleID)
    }

    var purpose: Purpose
    var editor = LineEditor()

    /// Whether the answer is one key, not a line.
    var isQuestion: Bool {
        switch purpose {
        case .replaceSearch, .markAllRead: true
        default: false
        }
    }
}
