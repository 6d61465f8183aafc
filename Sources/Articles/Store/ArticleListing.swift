/// Lists articles without their texts, for programs that keep a copy of what there is.
public protocol ArticleListing: AnyObject {
    /// The articles of a request, by the date that articles are sorted by. Hidden ones are left out.
    ///
    /// - Complexity: at most one pass over the table of articles, and a sort of what matches.
    func list(_ request: ListRequest) throws -> [ListedArticle]

    /// How many articles a list would have without its limit, from its beginning.
    func count(_ request: ListRequest) throws -> Int

    /// The newest article that was stored before a moment; 0 where there is none. Ids grow with each commit, so that all up to it
    /// were stored before, and all beyond it later, whatever date of arrival they have.
    func newestArticle(storedBefore time: Int64) throws -> ArticleID

    /// When these articles were stored, seconds since 1970: when they could be seen first. One whose commit is not in the history
    /// is left out.
    ///
    /// - Complexity: a pass over the commits since the oldest of them.
    func storingTimes(of ids: [ArticleID]) throws -> [ArticleID: Int64]

    /// How many articles of each subscription are unread, by id.
    func unreadCounts() throws -> [FeedUnread]

    /// The tags that the reader has given, by name, with how many articles that have them are unread.
    func ownTags() throws -> [OwnTag]

    /// The articles that the reader has given a tag of this name, ascending.
    func articles(ownTag name: String) throws -> [ArticleID]
}

/// Which articles are listed, and in which order.
public struct ListRequest: Sendable {
    /// With names and relative dates resolved; unresolved ones match nothing.
    public var filter: ArticleFilter
    /// Only articles of feeds that are subscribed to.
    public var subscribedOnly = false
    public var newestFirst = true
    /// Hidden articles are listed, too.
    public var includesHidden = false
    /// Only what comes after this place, in the order of the request.
    public var after: DatePlace?
    public var limit = Int.max

    public init(_ filter: ArticleFilter) { self.filter = filter }
}

/// An article of a list.
public struct ListedArticle: Sendable, Equatable {
    public var id: ArticleID
    /// The feed's id.
    public var feed: Int64
    /// The date that articles are sorted by, seconds since 1970.
    public var date: Int64
    /// When it arrived, seconds since 1970.
    public var received: Int64

    public var place: DatePlace { DatePlace(date: date, id: id) }

    package init(id: ArticleID, feed: Int64, date: Int64, received: Int64) {
        self.id = id
        self.feed = feed
        self.date = date
        self.received = received
    }
}

/// How much of a subscription is unread.
public struct FeedUnread: Sendable, Equatable {
    public var feed: Int64
    public var unread: Int
    /// When its newest article arrived at the latest, seconds since 1970: when it was last fetched with success, or else when
    /// the newest of all articles arrived; 0 where there is none.
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

/// A tag that the reader has given, and how many articles that have it are unread.
public struct OwnTag: Sendable, Equatable {
    public var name: String
    public var unread: Int

    package init(name: String, unread: Int) {
        self.name = name
        self.unread = unread
    }
}
