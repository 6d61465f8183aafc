internal import Articles

/// What some fetches brought, ready to be committed together.
struct FetchGroup: Sendable {
    var batch: any ArticleBatch
    var states: [FeedFetchState] = []
    var fetched = 0
    var unchanged = 0
    var failures: [FeedRefreshReport.Failure] = []
    var waiting: [FeedRefreshReport.Waiting] = []
    var moves: [FeedRefreshReport.Move] = []
    /// Feeds that are done with, those that were cancelled left out.
    var count = 0
    var lastTitle = ""
    /// Pages that may be read next.
    var follows: [PageFollow] = []
}
