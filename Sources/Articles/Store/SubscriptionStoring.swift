/// Keeps feeds, their folders, how they are fetched, and what fetching them gave.
public protocol SubscriptionStoring: AnyObject {
    /// All feeds with their folders and counts, in the order in which they came.
    func feeds(subscribedOnly: Bool) throws -> [Feed]

    /// The feed with an id, subscribed or not, with its folders and counts.
    func feed(_ id: Int64) throws -> Feed?

    /// The feed with an address, else the one with a title; nil for none.
    func feed(named name: String) throws -> Feed?

    /// Every folder that has a subscription in it or below it, by path.
    func folderCounts() throws -> [FolderCounts]

    /// The date of the newest article of each feed that has one, seconds since 1970, by the feed's id.
    ///
    /// - Complexity: a pass over all articles.
    func newestDates() throws -> [Int64: Int64]

    /// Whether any feed lies in a folder of this name or path.
    ///
    /// - Throws: `StorageError.unknownName`, with a folder that is meant perhaps, where none does.
    func hasFolder(_ name: String) throws -> Bool

    /// Inserts a feed or adds to what is known of it.
    ///
    /// - Returns: its id, and whether it is subscribed only now.
    @discardableResult
    func upsert(_ feed: FeedDraft, now: Int64) throws -> (id: Int64, isNew: Bool)

    /// Inserts many feeds, or adds to what is known of them, in one transaction.
    ///
    /// - Returns: of each, whether it is subscribed only now.
    func upsert(_ feeds: [FeedDraft], now: Int64) throws -> [Bool]

    /// Ends a subscription. Its articles stay, unless they are to go too.
    func unsubscribe(_ feed: Int64) throws

    /// Changes what is the reader's own of a feed.
    func edit(_ feed: Int64, _ changes: FeedChanges) throws

    /// The order that somebody gave to feeds and folders.
    func handOrder() throws -> HandOrder

    /// Puts the feeds of a folder in an order; those that are not named come behind them.
    ///
    /// - Parameter folder: names from the top; empty for what is in no folder.
    func arrange(feeds: [Int64], in folder: [String]) throws

    /// Puts the folders within a folder in an order; those that are not named come behind them.
    ///
    /// - Parameter folders: their names.
    func arrange(folders: [String], in folder: [String]) throws

    /// The subscribed feeds that are to be fetched: neither paused nor gone, due, and not under a wait that their
    /// server asked for. Those that have waited longest come first.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - dueOnly: false gives those that are not due, too.
    func dueFeeds(now: Int64, dueOnly: Bool) throws -> [FeedFetchState]

    /// What is known of one feed.
    ///
    /// - Throws: `StorageError.noSuchFeed`.
    func fetchState(of feed: Int64) throws -> FeedFetchState

    /// What is known of all subscribed feeds, paused and gone ones among them.
    func allFetchStates() throws -> [FeedFetchState]

    /// Subscribed feeds whose last fetch failed, that wait for their user or that are gone, the oldest trouble first.
    func failingFeeds() throws -> [FeedFetchState]

    /// Lets a feed be fetched from the origin that its owner typed, even on a private network.
    func trust(_ origin: String?, for feed: Int64) throws

    /// Makes a feed due now, even one that was gone, and the pages of its articles that could not be had.
    func resetFetching(of feed: Int64) throws

    /// Stores what a group of fetches brought, articles and states, in one transaction.
    ///
    /// - Parameter states: all but their trusted origins and options are stored; what the options keep no longer is
    ///   removed.
    /// - Throws: `StorageError`; nothing of the group is stored then.
    @discardableResult
    func record(_ states: [FeedFetchState], _ batch: any ArticleBatch, now: Int64) throws -> BatchInsertResult

    /// Subscribed feeds that have been fetched and whose icon was never looked for, or long ago; those without one
    /// first.
    ///
    /// - Parameter limit: at most this many.
    func feedsWantingIcons(now: Int64, limit: Int) throws -> [FeedIconState]

    /// Keeps what was found of feeds' icons, in one transaction. Where none was found, one that is there stays.
    ///
    /// - Parameter found: feed, icon, and when it is looked for again, seconds since 1970.
    func setIcons(_ found: [(feed: Int64, icon: FeedIcon?, nextCheck: Int64)], now: Int64) throws

    /// The icon of a feed; nil where none was found.
    func icon(of feed: Int64) throws -> FeedIcon?

    /// The media types of the icons there are, by feed.
    func iconTypes() throws -> [Int64: String]

    /// What is set for a feed.
    func options(of feed: Int64) throws -> FeedOptions

    /// Replaces what is set for a feed.
    func setOptions(_ options: FeedOptions, of feed: Int64) throws

    /// What is set for all feeds that have anything set, by feed.
    func allOptions() throws -> [Int64: FeedOptions]

    /// Keeps how a page without a feed is read; nil makes it an ordinary feed again.
    ///
    /// - Parameter recipe: JSON, which this room does not look into.
    func setRecipe(_ recipe: String?, for feed: Int64) throws

    /// Makes the next fetch ask for the whole document, now.
    func forgetBody(of feed: Int64) throws

    /// The recipes of all feeds that are pages, by feed.
    func recipes() throws -> [Int64: String]

    /// Whether any of these articles of a feed is stored.
    func hasAny(of ids: [String], in feed: Int64) throws -> Bool
}

extension SubscriptionStoring {
    public func feeds() throws -> [Feed] { try feeds(subscribedOnly: true) }

    public func dueFeeds(now: Int64) throws -> [FeedFetchState] { try dueFeeds(now: now, dueOnly: true) }
}
