/// Keeps the articles whose full text will be fetched from their page (docs/decisions/0077).
public protocol PageStoring: AnyObject {
    /// Articles whose page is due, newest first.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - limit: the maximum number of articles.
    func duePages(now: Int64, limit: Int) throws -> [PendingPage]

    /// An article whose page will be fetched now; nil for an article without a page. The article causes no alerts of
    /// saved searches.
    func page(of article: ArticleID) throws -> PendingPage?

    /// Stores the outcomes of page fetches in one transaction. If the feed has changed an article in the meantime, its
    /// page stays due.
    ///
    /// - Returns: the number of articles that now have their full text.
    @discardableResult
    func record(_ pages: [PageOutcome], now: Int64) throws -> Int

    /// The number of articles whose page could not be fetched, by feed and reason.
    func failingPages() throws -> [FailingPages]
}

/// An article whose page will be fetched.
public struct PendingPage: Sendable, Equatable {
    public var article: ArticleID
    /// The feed's id.
    public var feed: Int64
    /// The address of the page.
    public var url: String
    /// The number of failed attempts.
    public var attempts: Int
    /// The hash of the feed's version.
    package var feedHash: Int64
    /// Whether the article causes no alerts of saved searches.
    package var isSilent: Bool

    package init(article: ArticleID, feed: Int64, url: String, attempts: Int, feedHash: Int64, isSilent: Bool) {
        self.article = article
        self.feed = feed
        self.url = url
        self.attempts = attempts
        self.feedHash = feedHash
        self.isSilent = isSilent
    }
}

/// The outcome of fetching an article's page.
public struct PageOutcome: Sendable {
    public enum Result: Sendable {
        /// The page has the full text; the draft contains it.
        case whole(ArticleDraft)
        /// The page has no more text than the feed, so the feed's text is kept.
        case nothingMore
        /// - Parameters:
        ///   - kind: the same kinds as for the failure of a feed.
        ///   - text: a one-line description in plain English.
        ///   - next: the time to retry, in seconds since 1970; nil to give up.
        case failed(kind: String, text: String, next: Int64?)
    }

    public var article: ArticleID
    public var result: Result

    public init(article: ArticleID, result: Result) {
        self.article = article
        self.result = result
    }
}

/// Articles of one feed whose page could not be fetched for the same reason.
public struct FailingPages: Sendable, Equatable {
    /// The feed's address.
    public var feed: String
    public var title: String
    public var kind: String
    public var text: String
    public var articles: Int
    /// The number of these articles whose page is no longer retried.
    public var givenUp: Int
    /// The newest of these articles.
    public var example: ArticleID
    public var exampleURL: String

    package init(
        feed: String, title: String, kind: String, text: String, articles: Int, givenUp: Int, example: ArticleID,
        exampleURL: String
    ) {
        self.feed = feed
        self.title = title
        self.kind = kind
        self.text = text
        self.articles = articles
        self.givenUp = givenUp
        self.example = example
        self.exampleURL = exampleURL
    }
}
