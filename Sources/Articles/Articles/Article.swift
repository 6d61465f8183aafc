/// One complete stored article.
public struct Article: Sendable, Equatable {
    public var id: ArticleID
    public var feed = ""
    public var feedTitle: String?
    public var guid = ""
    public var url: String?
    public var title = ""
    public var body = ""
    /// The article's HTML as received. Sanitise it before display.
    public var html: String?
    public var author: String?
    public var published: Int64?
    public var updated: Int64?
    public var received: Int64 = 0
    public var language: String?
    public var read = false
    public var starred = false
    /// Whether lists and searches leave out the article.
    public var hidden = false
    /// The time at which the article was last opened, in seconds since 1970; nil if it never was.
    public var opened: Int64?
    /// The tags from the feed, then the reader's own.
    public var tags: [String] = []
    public var ownTags: [String] = []
    /// A JSON object with the values that have no property here.
    public var extra: String?
    /// The place of a reply in its topic; nil for an article that is not a reply.
    public var reply: ReplyPlace?
    /// The topic of a reply; nil if it is not stored.
    public var topic: ArticleID?

    package init(
        id: ArticleID, feed: String = "", feedTitle: String? = nil, guid: String = "", url: String? = nil,
        title: String = "",
        body: String = "", html: String? = nil, author: String? = nil, published: Int64? = nil, updated: Int64? = nil,
        received: Int64 = 0, language: String? = nil, read: Bool = false, starred: Bool = false, hidden: Bool = false,
        tags: [String] = [], ownTags: [String] = [], extra: String? = nil
    ) {
        self.id = id
        self.feed = feed
        self.feedTitle = feedTitle
        self.guid = guid
        self.url = url
        self.title = title
        self.body = body
        self.html = html
        self.author = author
        self.published = published
        self.updated = updated
        self.received = received
        self.language = language
        self.read = read
        self.starred = starred
        self.hidden = hidden
        self.tags = tags
        self.ownTags = ownTags
        self.extra = extra
    }
}
