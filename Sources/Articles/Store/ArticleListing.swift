/// Lists articles without their texts, for clients that keep a copy of the library.
public protocol ArticleListing: AnyObject {
    /// The articles of a request, sorted by date. Hidden articles are left out unless requested.
    ///
    /// - Complexity: at most one pass over the table of articles, and a sort of the matches.
    func list(_ request: ListRequest) throws -> [ListedArticle]

    /// The number of articles in the whole list, ignoring its limit and start.
    func count(_ request: ListRequest) throws -> Int

    /// The number of replies that `ListRequest.foldsReplies` leaves out of the list of some feeds, or of all feeds.
    func foldedReplies(of feeds: [Int64]?) throws -> Int

    /// The newest article stored before a given time; 0 if no article is that old. Ids grow with each commit, so this id
    /// separates earlier articles from later ones, whatever their dates of arrival.
    func newestArticle(storedBefore time: Int64) throws -> ArticleID

    /// The times at which these articles were stored and became visible, in seconds since 1970. Articles whose commit
    /// is not in the history are left out.
    ///
    /// - Complexity: a pass over the commits since the oldest of these articles was stored.
    func storingTimes(of ids: [ArticleID]) throws -> [ArticleID: Int64]

    /// The number of unread articles of each subscription, ordered by feed id.
    func unreadCounts() throws -> [FeedUnread]

    /// The reader's tags by name, with the number of unread articles of each.
    func ownTags() throws -> [OwnTag]

    /// The articles to which the reader has given this tag, ascending.
    func articles(ownTag name: String) throws -> [ArticleID]
}

/// The articles to list, and their order.
public struct ListRequest: Sendable {
    /// The condition on the articles. Names and relative dates must be resolved; unresolved conditions match nothing.
    public var filter: ArticleFilter
    /// Limits the list to articles of feeds that are subscribed to.
    public var subscribedOnly = false
    public var newestFirst = true
    /// Includes hidden articles.
    public var includesHidden = false
    /// Leaves out replies that are read and have neither a star nor tags of the reader.
    public var foldsReplies = false
    /// Limits the list to articles after this place, in the order of the request.
    public var after: DatePlace?
    public var limit = Int.max

    public init(_ filter: ArticleFilter) { self.filter = filter }
}

/// An entry of a list.
public struct ListedArticle: Sendable, Equatable {
    public var id: ArticleID
    /// The feed's id.
    public var feed: Int64
    /// The date that articles are sorted by, in seconds since 1970.
    public var date: Int64
    /// The time at which the article arrived, in seconds since 1970.
    public var received: Int64

    public var place: DatePlace { DatePlace(date: date, id: id) }

    package init(id: ArticleID, feed: Int64, date: Int64, received: Int64) {
        self.id = id
        self.feed = feed
        self.date = date
        self.received = received
    }
}

/// The unread count of a subscription.
public struct FeedUnread: Sendable, Equatable {
    public var feed: Int64
    public var unread: Int
    /// An upper bound on the arrival time of the feed's newest article, in seconds since 1970: the time of the last
    /// successful fetch or, if there was none, the arrival of the newest article of all feeds; 0 if the library is
    /// empty.
    public var newest: Int64
    /// Each folder as a path of names.
    public var folders: [[String]]

    package init(feed: Int64, unread: Int, newest: Int64, folders: [[String]]) {
        self.feed = feed
        self.unread = unread
        self.newest = newest
        self.folders = folders
    }
}

/// A tag of the reader and its number of unread articles.
public struct OwnTag: Sendable, Equatable {
    public var name: String
    public var unread: Int

    package init(name: String, unread: Int) {
        self.name = name
        self.unread = unread
    }
}
