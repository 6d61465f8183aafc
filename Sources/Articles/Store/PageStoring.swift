/// Keeps which articles wait for the whole text of their page (docs/decisions/0077).
public protocol PageStoring: AnyObject {
    /// Articles whose page is due, the newest first.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - limit: at most this many.
    func duePages(now: Int64, limit: Int) throws -> [PendingPage]

    /// An article as one whose page is to be fetched now; nil where it has no page. Alerts never tell of it.
    func page(of article: ArticleID) throws -> PendingPage?

    /// Stores what fetching pages brought, in one transaction. Where the feed has changed an article meanwhile, its page
    /// stays due.
    ///
    /// - Returns: how many articles have their whole text now.
    @discardableResult
    func record(_ pages: [PageOutcome], now: Int64) throws -> Int

    /// Articles whose page could not be had, of each feed and for each reason.
    func failingPages() throws -> [FailingPages]
}

/// An article whose page is to be fetched.
public struct PendingPage: Sendable, Equatable {
    public var article: ArticleID
    /// The feed's id.
    public var feed: Int64
    /// The address of the page.
    public var url: String
    /// The attempts that failed.
    public var attempts: Int
    /// The hash of what the feed has of it.
    package var feedHash: Int64
    /// No saved search alerts for it.
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

/// How the attempt to get an article's page ended.
public struct PageOutcome: Sendable {
    public enum Result: Sendable {
        /// The article with the text of its page.
        case whole(ArticleDraft)
        /// The page has no more than the feed, whose text stays.
        case nothingMore
        /// - Parameters:
        ///   - kind: as a feed's failure.
        ///   - text: one plain line, in English.
        ///   - next: when it is tried again, seconds since 1970; nil where it is given up.
        case failed(kind: String, text: String, next: Int64?)
    }

    public var article: ArticleID
    public var result: Result

    public init(article: ArticleID, result: Result) {
        self.article = article
        self.result = result
    }
}

/// Articles of one feed whose page could not be had for one reason.
public struct FailingPages: Sendable, Equatable {
    /// The feed's address.
    public var feed: String
    public var title: String
    public var kind: String
    public var text: String
    public var articles: Int
    /// How many of them are given up.
    public var givenUp: Int
    /// The newest of them.
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
