internal import Articles
internal import FeedLibrary
internal import Formats
internal import Ingestion
internal import Markup
internal import Messages
internal import System
internal import TerminalPages

/// Reads articles from the library and lays them out for the screen. Also reads the contents of the sidebar.
struct ArticleReader {
    let library: Library
    let clock: SystemClock

    /// An article in the layout of the command `show`; nil if the article does not exist.
    func article(_ id: ArticleID, width: Int) throws -> ShownArticle? {
        guard let article = try library.store.article(id) else { return nil }
        let page = ArticlePage(
            style: TerminalStyle(isOn: true), language: library.settings.language,
            columns: min(width, ArticlePage.widest), clock: clock)
        var shown = ShownArticle(id: id)
        shown.title = article.titleOrBeginning
        shown.url = article.url
        (shown.read, shown.starred, shown.ownTags) = (article.read, article.starred, article.ownTags)
        shown.width = width
        shown.author = article.author
        let (replies, total) = try library.articles.thread(of: id, limit: ArticlePage.maxReplies)
        let text = page.text(article, isWhole: false) + page.text(replies: replies, of: id, total: total)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // Code and addresses may be longer than a line.
        shown.lines = lines.flatMap { StyledLine(styled: String($0)).wrapped(width: width) }
        while shown.lines.last?.pieces.isEmpty == true { shown.lines.removeLast() }
        if let html = article.safeHTML { shown.links = TextDocument(sanitized: html, page: article.url).addresses }
        return shown
    }

    func sidebar() throws -> SidebarContent {
        var content = SidebarContent()
        let all = try library.store.feeds(subscribedOnly: false)
        content.articles = all.reduce(0) { $0 + $1.articles }
        content.unread = all.reduce(0) { $0 + $1.unread }
        content.feeds = all.filter(\.isSubscribed).map { feed in
            SidebarContent.FeedEntry(
                id: feed.id,
                title: feed.title == nil && feed.ownTitle == nil ? MaskedURL.mask(feed.url) : feed.displayTitle,
                address: feed.url, articles: feed.articles, unread: feed.unread,
                folders: feed.folders.map { $0.joined(separator: "/") })
        }
        .map { (NaturalOrder.key($0.title), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
        content.folders = try library.store.folderCounts().map {
            SidebarContent.FolderEntry(path: $0.path.joined(separator: "/"), unread: $0.unread)
        }
        .map { (NaturalOrder.key($0.path), $0) }.sorted { ($0.0, $0.1.path) < ($1.0, $1.1.path) }.map(\.1)
        content.saved = try library.store.savedSearches().map(\.name).sorted()
        return content
    }
}
