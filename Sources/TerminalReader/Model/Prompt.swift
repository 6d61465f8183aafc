internal import Articles

/// A prompt on the last line of the screen.
struct Prompt: Equatable, Sendable {
    enum Purpose: Equatable, Sendable {
        /// A search that runs while the user types. Esc restores the previous list.
        ///
        /// - Parameter scope: the list to search in.
        case search(before: ListSource, scope: ListSource.Place)
        case tags(ArticleID)
        case link
        /// Asks for one of several destinations.
        case send(ArticleID, destinations: [String])
        /// Asks for the name under which to save this query.
        case save(query: String)
        case replaceSearch(name: String, query: String)
        case markAllRead(ListSource, newest: ArticleID)
    }

    var purpose: Purpose
    var editor = LineEditor()

    /// Whether the prompt expects a single key rather than a line.
    var isQuestion: Bool {
        switch purpose {
        case .replaceSearch, .markAllRead: true
        default: false
        }
    }
}
