internal import Formats

/// A stored feed.
public struct Feed: Sendable, Equatable {
    public var id: Int64
    public var url: String
    public var title: String?
    /// The title that the reader gave the feed.
    public var ownTitle: String?
    public var homeURL: String?
    public var language: String?
    /// False for feeds whose articles were only ingested, without a subscription.
    public var isSubscribed: Bool
    public var isPaused: Bool
    public var articles: Int
    public var unread: Int
    /// Each folder as a path of names.
    public var folders: [[String]]

    package init(
        id: Int64, url: String, title: String? = nil, ownTitle: String? = nil, homeURL: String? = nil,
        language: String? = nil, isSubscribed: Bool, isPaused: Bool, articles: Int, unread: Int, folders: [[String]]
    ) {
        self.id = id
        self.url = url
        self.title = title
        self.ownTitle = ownTitle
        self.homeURL = homeURL
        self.language = language
        self.isSubscribed = isSubscribed
        self.isPaused = isPaused
        self.articles = articles
        self.unread = unread
        self.folders = folders
    }

    /// The title for users, without characters that reorder text.
    public var displayTitle: String { BidiControls.removed(from: ownTitle ?? title ?? url) }
}

/// The data of a feed from a feed document or an outline; nil leaves the stored value unchanged.
public struct FeedDraft: Sendable {
    public var url: String
    public var title: String?
    public var ownTitle: String?
    public var homeURL: String?
    public var description: String?
    public var copyright: String?
    public var language: String?
    public var icon: String?
    public var subscribe = false
    /// Folders to which the feed is added.
    public var folders: [[String]] = []

    public init(url: String) { self.url = url }
}
