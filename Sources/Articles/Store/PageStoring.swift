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
    /// - Returns: the number of articles that now have their full text, and the number of new replies.
    @discardableResult
    func record(_ pages: [PageOutcome], now: Int64) throws -> (whole: Int, replies: Int)

    /// Adds topics that a list contains to the queue of pages.
    ///
    /// A topic is added if its number of replies is unknown or has changed. Topics that are not stored yet are added
    /// when they are stored.
    ///
    /// - Returns: whether any of the topics was read before and has no new number of replies in the list.
    @discardableResult
    func queue(_ topics: [ListedTopic], of feed: Int64, now: Int64) throws -> Bool

    /// The pages of a topic as they were last fetched, in order.
    func pages(ofTopic article: ArticleID) throws -> [TopicPage]

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

/// A topic in a list of topics.
public struct ListedTopic: Sendable, Equatable {
    public var guid: String
    /// The number of replies that the list shows; nil if it shows none.
    public var replies: Int64?

    public init(guid: String, replies: Int64?) {
        self.guid = guid
        self.replies = replies
    }
}

/// A page of a topic as it was last fetched, for conditional requests.
public struct TopicPage: Sendable, Equatable {
    /// The position of the page in the topic, from 0.
    public var place: Int
    public var url: String
    public var etag: String?
    public var lastModified: String?
    /// The description of the `BodyHash` of the page.
    public var contentHash: String?
    /// The address of the next page.
    public var next: String?

    public init(
        place: Int, url: String, etag: String? = nil, lastModified: String? = nil, contentHash: String? = nil,
        next: String? = nil
    ) {
        self.place = place
        self.url = url
        self.etag = etag
        self.lastModified = lastModified
        self.contentHash = contentHash
        self.next = next
    }
}

/// The changes to store after a page of a topic was read.
public struct TopicUpdate: Sendable {
    /// The topic with its new text; nil if the text is unchanged.
    public var text: ArticleDraft?
    public var replies: [ArticleDraft] = []
    /// The page to remember; nil if it has not changed.
    public var page: TopicPage?
    /// Whether this is the last page that is fetched.
    public var isLast = false
    /// The number of pages of the topic; set only on the last page.
    public var pageCount = 0
    /// The maximum number of stored replies of the topic.
    public var maxReplies = Int.max
    /// Whether new replies make the topic unread.
    public var marksUnread = false
    /// Whether the new text of the topic contains new replies.
    public var hasNewReplies = false

    public init() {}
}

/// The outcome of fetching an article's page.
public struct PageOutcome: Sendable {
    public enum Result: Sendable {
        /// The page has the full text; the draft contains it.
        case whole(ArticleDraft)
        /// The page has no more text than the feed, so the feed's text is kept.
        case nothingMore
        /// A page of a topic was read.
        case topic(TopicUpdate)
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
