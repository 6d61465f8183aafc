/// Keeps feeds, their folders, their fetch settings and the results of fetches.
public protocol SubscriptionStoring: AnyObject {
    /// All feeds with their folders and counts, in the order in which they were added.
    func feeds(subscribedOnly: Bool) throws -> [Feed]

    /// The feed with an id, subscribed or not, with its folders and counts.
    func feed(_ id: Int64) throws -> Feed?

    /// The descriptions that feeds give of themselves, as plain text, by the feed's id.
    ///
    /// - Parameter feeds: the ids; nil for all feeds.
    func descriptions(of feeds: [Int64]?) throws -> [Int64: String]

    /// The copyright notices of feeds, as plain text, by the feed's id.
    ///
    /// - Parameter feeds: the ids; nil for all feeds.
    func copyrights(of feeds: [Int64]?) throws -> [Int64: String]

    /// The feed with an address or, failing that, with a title; nil if no feed has either.
    func feed(named name: String) throws -> Feed?

    /// All folders that contain a subscription, directly or in a subfolder, by path.
    func folderCounts() throws -> [FolderCounts]

    /// The date of the newest article of each feed that has articles, in seconds since 1970, by the feed's id.
    ///
    /// - Complexity: a pass over all articles.
    func newestDates() throws -> [Int64: Int64]

    /// Whether any feed is in a folder with this name or path.
    ///
    /// - Throws: `StorageError.unknownName` if no feed is in such a folder, with a similar folder name as a suggestion.
    func hasFolder(_ name: String) throws -> Bool

    /// Inserts a feed or updates its data.
    ///
    /// - Returns: the id of the feed, and whether this call subscribed to it.
    @discardableResult
    func upsert(_ feed: FeedDraft, now: Int64) throws -> (id: Int64, isNew: Bool)

    /// Inserts many feeds or updates their data, in one transaction.
    ///
    /// - Returns: for each feed, whether this call subscribed to it.
    func upsert(_ feeds: [FeedDraft], now: Int64) throws -> [Bool]

    /// Ends a subscription. The feed's articles remain stored.
    func unsubscribe(_ feed: Int64) throws

    /// Changes the reader's settings of a feed.
    func edit(_ feed: Int64, _ changes: FeedChanges) throws

    /// The manual order of feeds and folders.
    func manualOrder() throws -> ManualOrder

    /// Sets the order of the feeds in a folder; feeds that are not listed sort last.
    ///
    /// - Parameter folder: the path, as names from the top level; empty for feeds without a folder.
    func arrange(feeds: [Int64], in folder: [String]) throws

    /// Sets the order of the folders within a folder; folders that are not listed sort last.
    ///
    /// - Parameter folders: the names of the folders.
    func arrange(folders: [String], in folder: [String]) throws

    /// The subscribed feeds to fetch: those that are due, are neither paused nor gone, and whose server has not asked
    /// for a longer wait. Feeds that have waited longest come first.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - dueOnly: whether to leave out feeds that are not due.
    func dueFeeds(now: Int64, dueOnly: Bool) throws -> [FeedFetchState]

    /// Locks refreshes, so that only one process at a time refreshes the due feeds of a library, and fetches pages and
    /// icons.
    ///
    /// - Returns: nil if another process has the lock. The lock is held as long as the returned object exists.
    /// - Throws: `StorageError` if the lock cannot be used, for example because its file belongs to another user.
    func refreshLock() throws -> (any LibraryLock)?

    /// The fetch state of a feed.
    ///
    /// - Throws: `StorageError.noSuchFeed`.
    func fetchState(of feed: Int64) throws -> FeedFetchState

    /// The fetch states of all subscribed feeds, including paused and gone ones.
    func allFetchStates() throws -> [FeedFetchState]

    /// Subscribed feeds whose last fetch failed, that require action by the user, or that are gone; oldest failure
    /// first.
    func failingFeeds() throws -> [FeedFetchState]

    /// Allows fetching a feed from the origin that the user entered, even on a private network.
    func trust(_ origin: String?, for feed: Int64) throws

    /// In one transaction, makes feeds due now, even if they were gone, and also their articles whose pages could not
    /// be fetched.
    func resetFetching(of feeds: [Int64]) throws

    /// Makes a feed due at a time, in seconds since 1970, even if it was gone. Unlike after `resetFetching`, a result
    /// that another library of the host has fetched since then may be used.
    func makeDue(_ feed: Int64, at time: Int64) throws

    /// Stores the results of a group of fetches (articles and states) in one transaction.
    ///
    /// - Parameter states: stored without their trusted origins and options. Articles beyond the limits in the options
    ///   are removed.
    /// - Throws: `StorageError`; nothing of the group is then stored.
    @discardableResult
    func record(_ states: [FeedFetchState], _ batch: any ArticleBatch, now: Int64) throws -> BatchInsertResult

    /// Subscribed feeds that have been fetched and whose icon has never been looked for, or was last looked for long
    /// ago. Feeds without an icon come first.
    ///
    /// - Parameter limit: the maximum number of feeds.
    func feedsWantingIcons(now: Int64, limit: Int) throws -> [FeedIconState]

    /// Stores the icons found for feeds, in one transaction. If no icon was found for a feed, its existing icon is
    /// kept.
    ///
    /// - Parameter found: the feed, the icon, and the time of the next check, in seconds since 1970.
    func setIcons(_ found: [(feed: Int64, icon: FeedIcon?, nextCheck: Int64)], now: Int64) throws

    /// The icon of a feed; nil if the feed has no icon.
    func icon(of feed: Int64) throws -> FeedIcon?

    /// The media types of all icons, by feed.
    func iconTypes() throws -> [Int64: String]

    /// The options of a feed.
    func options(of feed: Int64) throws -> FeedOptions

    /// Replaces the options of a feed.
    func setOptions(_ options: FeedOptions, of feed: Int64) throws

    /// The options of all feeds that have any, by feed.
    func allOptions() throws -> [Int64: FeedOptions]

    /// Stores the page recipe of a page without a feed. If it is nil, the page becomes an ordinary feed again.
    ///
    /// - Parameter recipe: JSON, which this module does not interpret.
    func setRecipe(_ recipe: String?, for feed: Int64) throws

    /// Makes the feed due now and its next fetch unconditional.
    func forgetBody(of feed: Int64) throws

    /// The page recipes, by feed.
    func recipes() throws -> [Int64: String]

    /// Whether any article with one of these guids is stored for a feed.
    func hasAny(of ids: [String], in feed: Int64) throws -> Bool
}

extension SubscriptionStoring {
    public func feeds() throws -> [Feed] { try feeds(subscribedOnly: true) }

    public func resetFetching(of feed: Int64) throws { try resetFetching(of: [feed]) }

    public func dueFeeds(now: Int64) throws -> [FeedFetchState] { try dueFeeds(now: now, dueOnly: true) }
}
