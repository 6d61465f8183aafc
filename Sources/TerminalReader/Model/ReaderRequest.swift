internal import Articles

/// What the reader wants done: the model asks, and somebody else has the database, the network and the terminal.
enum ReaderRequest: Equatable, Sendable {
    case list(ListQuestion)
    case sidebar
    case article(ArticleID, width: Int)
    case change(ArticleChange)
    case markAllRead(ListSource, newest: ArticleID)
    case undo
    case save(name: String, query: String, replaces: Bool)
    case open(String)
    /// Addresses of feeds; none for all that may be asked.
    case refresh([String])
    case cancelRefresh
    case redraw, suspend
    case quit(signal: Int32?)
}

/// A change of articles.
enum ArticleChange: Equatable, Sendable {
    /// - Parameter isLogged: false where an article is read as it is opened: `undo` is for what was meant.
    case read(Bool, ArticleID, isLogged: Bool)
    case starred(Bool, ArticleID)
    case tags(add: [String], remove: [String], ArticleID)
    case delete(ArticleID)
}

/// What the reader hears.
enum ReaderEvent: Sendable {
    case key(Key)
    case resized(columns: Int, rows: Int)
    /// The terminal has another size, or the process goes on after it was stopped.
    case resumed(isContinued: Bool)
    case list(ListPage)
    /// - Parameter message: in the reader's language.
    case listFailed(generation: Int, message: String)
    case sidebar(SidebarContent)
    case article(ShownArticle)
    /// Something was committed, by this process or another.
    case changed
    case said(String, isError: Bool)
    /// A saved search has this name already.
    case nameIsTaken(name: String, query: String)
    /// How far the refresh is; nil where none is under way.
    case progress(String?)
    case end(signal: Int32)
}
