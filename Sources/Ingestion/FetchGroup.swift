internal import Articles

/// The results of several fetches that are committed together.
struct FetchGroup: Sendable {
    var batch: any ArticleBatch
    var states: [FeedFetchState] = []
    var fetched = 0
    var unchanged = 0
    var failures: [FeedRefreshReport.Failure] = []
    var waiting: [FeedRefreshReport.Waiting] = []
    var postponed: [FeedRefreshReport.Postponed] = []
    var moves: [FeedRefreshReport.Move] = []
    var hubs: [FeedHub] = []
    /// Number of finished feeds, not counting cancelled ones.
    var count = 0
    var lastTitle = ""
    /// Next pages of page recipes, which may be fetched after the feeds.
    var follows: [PageFollow] = []
    /// The topics listed in the documents of the feeds.
    var topics: [(feed: Int64, listed: [ListedTopic])] = []
}
