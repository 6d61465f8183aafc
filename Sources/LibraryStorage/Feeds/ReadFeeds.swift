internal import ArticleSearch
internal import Articles
internal import Database

/// Reads feeds with their folders from the rows of three tables.
struct ReadFeeds {
    private(set) var feeds: [Feed] = []
    private(set) var folders = FolderPaths()
    private var memberships: [Int64: [[String]]] = [:]

    /// The queries to run. Their rows must be passed to `add` in this order.
    ///
    /// - Parameter condition: an SQL condition on the feed `f`.
    static func queries(_ condition: SQL) -> [SQL] {
        [
            FolderPaths.query,
            """
            SELECT m.feed, m.folder FROM \(rows: .feedFolder) m
            WHERE m.feed IN (SELECT f.id FROM \(rows: .feed) f WHERE \(sql: condition)) ORDER BY m.feed, m.folder
            """,
            """
            SELECT f.id, f.url, f.title, f.own_title, f.home_url, f.language, f.subscribed, f.paused, f.articles, f.unread
            FROM \(rows: .feed) f WHERE \(sql: condition) ORDER BY f.id
            """,
        ]
    }

    /// - Parameter query: the index in `queries` of the query that returned the row.
    mutating func add(_ row: any DatabaseRow, of query: Int) {
        switch query {
        case 0: folders.add(row)
        case 1: if let path = folders[row.integer(1)] { memberships[row.integer(0), default: []].append(path) }
        default:
            feeds.append(
                Feed(
                    id: row.integer(0), url: row.text(1), title: row.textOrNil(2), ownTitle: row.textOrNil(3),
                    homeURL: row.textOrNil(4), language: row.textOrNil(5), isSubscribed: row.bool(6),
                    isPaused: row.bool(7), articles: row.count(8), unread: row.count(9),
                    folders: memberships[row.integer(0)] ?? []))
        }
    }
}
