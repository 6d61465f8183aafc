internal import Articles

/// A request from the model to the components that use the database, the network and the terminal.
enum ReaderRequest: Equatable, Sendable {
    case list(ListQuestion)
    case sidebar
    case article(ArticleID, width: Int)
    case change(ArticleChange)
    case markAllRead(ListSource, newest: ArticleID)
    case undo
    /// Sends an article to the named destination; nil to look up the destinations.
    case send(ArticleID, to: String?)
    case save(name: String, query: String, replaces: Bool)
    case open(String)
    /// Puts an address on the clipboard.
    case copy(String)
    /// Refreshes the feeds with these addresses; if the list is empty, all feeds that may be fetched.
    case refresh([String])
    case cancelRefresh
    case redraw, suspend
    case quit(signal: Int32?)
}

/// A change to articles.
enum ArticleChange: Equatable, Sendable {
    /// - Parameter isLogged: whether `undo` can revert the change. False if the article was marked as read because it
    ///   was opened.
    case read(Bool, ArticleID, isLogged: Bool)
    case opened(ArticleID)
    case starred(Bool, ArticleID)
    case tags(add: [String], remove: [String], ArticleID)
    case delete(ArticleID)
}

/// An event for the reader.
enum ReaderEvent: Sendable {
    case key(Key)
    case resized(columns: Int, rows: Int)
    /// The terminal was resized, or the process continues after it was stopped.
    case resumed(isContinued: Bool)
    case list(ListPage)
    /// - Parameter message: the error in the user's language.
    case listFailed(generation: Int, message: String)
    case sidebar(SidebarContent)
    case article(ShownArticle)
    /// This process or another one has committed a change.
    case changed
    case said(String, isError: Bool)
    /// Another saved search already has this name.
    case nameIsTaken(name: String, query: String)
    /// The destinations to choose from for an article.
    case destinations([String], ArticleID)
    /// The progress of the refresh; nil if none is running.
    case progress(String?)
    case end(signal: Int32)
}
