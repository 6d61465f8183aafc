package import Articles
internal import Database
package import LibraryStorage
internal import SQLite

extension SQLiteSearchSource {
    /// Reads in the order of the date index if the limit is less than a quarter of the matching articles; otherwise a
    /// pass over the table is cheaper.
    package func plan(of request: ListRequest) throws -> ListPlan {
        let (articles, unread, others) = try sums(countsUnread: request.filter.wantsUnread)
        let matching = request.filter.wantsUnread ? unread : articles
        return ListPlan(
            followsDates: request.limit < .max && !request.filter.namesArticles && request.limit < matching / 4,
            leavesOutFeeds: request.subscribedOnly && others > 0)
    }
}

extension SQLiteSearchSource {
    /// The number of articles, of unread articles and of unsubscribed feeds. The counts of a member are added up
    /// without looking up each feed.
    private func sums(countsUnread: Bool) throws -> (articles: Int, unread: Int, others: Int) {
        var unread: SQL = "sum(f.unread)"
        if let reader = connection.reader {
            let read: SQL = "(SELECT sum(c.read) FROM \(rows: .memberCount) c WHERE c.member = \(reader.number))"
            unread = countsUnread ? "sum(f.articles) - coalesce(\(sql: read), 0)" : "0"
        }
        return try connection.reading(as: nil) {
            try connection.first(
                "SELECT sum(f.articles), \(sql: unread), sum(NOT f.subscribed) FROM \(rows: .feed) f"
            ) { ($0.count(0), $0.count(1), $0.count(2)) } ?? (0, 0, 0)
        }
    }
}

extension ArticleFilter {
    /// Whether the filter can find its articles through an index, because they are few or listed explicitly.
    fileprivate var namesArticles: Bool {
        switch self {
        case .feeds, .articles, .starred(true), .tag: true
        case .all(let parts): parts.contains(where: \.namesArticles)
        case .any(let parts): parts.allSatisfy(\.namesArticles)
        default: false
        }
    }

    fileprivate var wantsUnread: Bool {
        switch self {
        case .read(false): true
        case .all(let parts): parts.contains(where: \.wantsUnread)
        default: false
        }
    }
}
