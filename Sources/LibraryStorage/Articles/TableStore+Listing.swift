internal import ArticleSearch
package import Articles
internal import Database

extension ArticleListing where Self: TableStore {
    package func list(_ request: ListRequest) throws -> [ListedArticle] {
        guard request.limit > 0 else { return [] }
        return try snapshot { try searcher.source.list(request) }
    }

    package func count(_ request: ListRequest) throws -> Int { try snapshot { try searcher.source.count(request) } }

    package func foldedReplies(of feeds: [Int64]?) throws -> Int {
        let isOfFeeds: SQL = feeds.map { " AND a.feed\(isOneOf: $0)" } ?? ""
        return try reading { database in
            try database.integer(
                """
                SELECT count(*) FROM \(rows: .articleReply) r
                \(sqlite: "CROSS JOIN", postgres: "JOIN") \(rows: .article) a ON a.n = r.n
                WHERE \(sql: .isFoldedReply)\(sql: isOfFeeds)
                """
            ).map { Int(clamping: $0) } ?? 0
        }
    }

    package func unreadCounts() throws -> [FeedUnread] {
        try reading { database in
            var paths = FolderPaths()
            var members: [Int64: [Int64]] = [:]
            var counts: [FeedUnread] = []
            try database.rows(of: [
                FolderPaths.query,
                "SELECT m.feed, m.folder FROM \(rows: .feedFolder) m ORDER BY m.feed, m.folder",
                """
                SELECT f.id, f.unread,
                    coalesce(s.last_success, (SELECT a.received FROM \(rows: .article) a ORDER BY a.n DESC LIMIT 1), 0)
                FROM \(rows: .feed) f LEFT JOIN \(rows: .feedFetch) s ON s.feed = f.id WHERE f.subscribed ORDER BY f.id
                """,
            ]) { query, row in
                switch query {
                case 0: paths.add(row)
                case 1: members[row.integer(0), default: []].append(row.integer(1))
                default:
                    counts.append(
                        FeedUnread(feed: row.integer(0), unread: row.count(1), newest: row.seconds(2), folders: []))
                }
            }
            let folders = paths.all
            for place in counts.indices {
                counts[place].folders = members[counts[place].feed, default: []].compactMap { folders[$0] }
            }
            return counts
        }
    }

    package func ownTags() throws -> [OwnTag] {
        try reading { database in
            // The query scans the tags of all articles, so its result is cached until the next commit.
            let token = try changeToken()
            let reader = database.reader?.number ?? 0
            if access == .read, let known = knownOwnTags[reader], known.token == token { return known.tags }
            let tags = try database.rows(
                """
                SELECT t.name, c.unread FROM (
                    SELECT g.tag, count(*) FILTER (WHERE NOT a.read) AS unread
                    FROM \(rows: .articleTag) g JOIN \(rows: .article) a ON a.n = g.n WHERE g.own = \(true) GROUP BY g.tag
                ) c
                JOIN \(rows: .tag) t ON t.id = c.tag ORDER BY t.name\(sqlite: "", postgres: #" COLLATE "C""#)
                """
            ) { OwnTag(name: $0.text(0), unread: $0.count(1)) }
            knownOwnTags = knownOwnTags.filter { $0.value.token == token }
            knownOwnTags[reader] = (token, tags)
            return tags
        }
    }

    package func articles(ownTag name: String) throws -> [ArticleID] {
        try reading { database in
            try database.integers(
                """
                SELECT g.n FROM \(rows: .tag) t JOIN \(rows: .articleTag) g ON g.tag = t.id AND g.own = \(true)
                WHERE \(name: "t.name", is: name) ORDER BY g.n
                """)
        }
    }
}
