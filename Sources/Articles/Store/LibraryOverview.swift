/// The data for a page with all subscriptions of a library.
public struct LibraryOverview: Sendable {
    /// All feeds by id, including those not subscribed to.
    public var feeds: [Feed]
    public var manualOrder: ManualOrder
    /// The subscribed feeds that `SubscriptionStoring.failingFeeds` returns.
    public var failing: Set<Int64>
    /// Feeds that have an icon.
    public var withIcon: Set<Int64>
    public var savedSearches: [SavedSearch]
    public var newestArticle: ArticleID

    package init(
        feeds: [Feed], manualOrder: ManualOrder, failing: Set<Int64>, withIcon: Set<Int64>,
        savedSearches: [SavedSearch],
        newestArticle: ArticleID
    ) {
        self.feeds = feeds
        self.manualOrder = manualOrder
        self.failing = failing
        self.withIcon = withIcon
        self.savedSearches = savedSearches
        self.newestArticle = newestArticle
    }
}
