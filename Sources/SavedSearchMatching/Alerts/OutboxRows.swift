package import Articles

/// What the outbox needs from a store: rows of what waits, of what was notified, and of deliveries.
///
/// The matches of a commit are one row until they are sorted (`AlertSorter`). Calls take and give many rows: over a network
/// each is a round trip.
package protocol OutboxRows {
    /// Runs `body`, which changes rows, in one transaction.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result

    // MARK: - Unsorted matches

    func hasUnsorted() throws -> Bool
    /// The next rows of unsorted matches in order, until they have this many bytes together; at least one if there is any.
    func unsorted(after id: Int64, bytes: Int) throws -> [AlertBatch]
    /// By search, the last row of unsorted matches that has matches of a forgotten search of this number.
    func forgottenSearches() throws -> [Int64: Int64]
    /// Removes unsorted matches, and what is known of forgotten searches among them.
    func removeUnsorted(upTo id: Int64) throws

    // MARK: - Waiting matches

    /// Rows of searches in the order in which they came; the oldest ones where there is a limit.
    func waiting(of searches: [Int64], limit: Int) throws -> [WaitingRow]
    /// Stores rows; one whose first article is that of a stored row of the search is left out.
    func insert(_ rows: [WaitingRow]) throws
    /// Removes rows by their first article.
    ///
    /// - Returns: those that were there.
    func removeWaiting(of search: Int64, first articles: [Int64]) throws -> Set<Int64>
    /// Adds to the numbers of waiting matches.
    func count(_ waiting: [WaitingAlerts]) throws
    /// Subtracts from the number of waiting matches; `since` becomes the time of the oldest row. None is left without rows.
    func uncount(_ taken: Int, of search: Int64) throws
    /// The searches that deliver, with what is counted of them.
    ///
    /// - Parameter all: those of which nothing is counted, too.
    func counted(all: Bool) throws -> [WaitingAlerts]

    // MARK: - Notified matches

    /// All articles of which searches have notified.
    func notified(of searches: [Int64]) throws -> [(search: Int64, article: Int64)]
    /// The articles of which a search has notified, the newest first.
    func notified(of search: Int64, limit: Int) throws -> [Int64]
    /// Stores articles that a delivery has taken up; one that is there already stays as it is.
    ///
    /// - Parameter articles: with the time of the match, and the delivery: negative where another article stands for it.
    func insertNotified(_ articles: [(article: Int64, at: Int64, delivery: Int64)], of search: Int64) throws
    /// - Returns: the id of the new delivery, due at once.
    func insertDelivery(of search: Int64, uid: String, now: Int64) throws -> Int64
    func removeDeliveries(finishedBefore time: Int64) throws
}

/// Some articles that a search has matched, and that wait.
package struct WaitingRow {
    package var search: Int64
    /// Seconds since 1970.
    package var at: Int64
    /// Ascending, at least one.
    package var articles: [Int64]

    package init(search: Int64, at: Int64, articles: [Int64]) {
        self.search = search
        self.at = at
        self.articles = articles
    }

    /// A stored row.
    ///
    /// - Parameter rest: the articles behind the first (`AlertPack`).
    package init(search: Int64, at: Int64, first: Int64, rest: [UInt8]) {
        self.init(search: search, at: at, articles: AlertPack.articles(from: first, rest: rest))
    }

    /// The first article, and the others as they are stored.
    package var packed: (first: Int64, rest: [UInt8]) { (articles.first ?? 0, AlertPack.rest(of: articles[...])) }
}
