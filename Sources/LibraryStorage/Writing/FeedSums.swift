internal import Database

/// The changes that a transaction makes to the article counts of feeds.
struct FeedSums {
    private var sums: [Int64: (articles: Int64, unread: Int64)] = [:]

    mutating func add(toFeed feed: Int64, articles: Int64 = 0, unread: Int64 = 0) {
        sums[feed, default: (0, 0)].articles += articles
        sums[feed, default: (0, 0)].unread += unread
    }

    mutating func removeAll() { sums.removeAll(keepingCapacity: true) }

    /// The statements that update the counts, sorted by feed id, so that all writers use the same order.
    var statements: [SQL] {
        sums.sorted { $0.key < $1.key }.filter { $0.value != (0, 0) }.map { feed, sum in
            .update(
                .feed, set: "articles = articles + \(sum.articles), unread = unread + \(sum.unread)",
                where: "id = \(feed)")
        }
    }
}
