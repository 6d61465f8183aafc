internal import ArticleSearch
package import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore: ArticleListing {
    package func unreadCounts() throws -> [FeedUnread] {
        try guarded {
            let answers = try library.pipeline([
                library.request("SELECT id, parent, name FROM feedsearch.folder WHERE library = $1 AND slot = $2"),
                library.request(
                    """
                    SELECT feed, folder FROM feedsearch.feed_folder WHERE library = $1 AND slot = $2 ORDER BY feed, folder
                    """),
                library.request(
                    """
                    SELECT f.id, f.unread, coalesce(s.last_success, (
                        SELECT received FROM feedsearch.article WHERE library = $1 AND slot = $2 ORDER BY n DESC LIMIT 1
                    ), 0)
                    FROM feedsearch.feed f
                    LEFT JOIN feedsearch.feed_fetch s ON s.library = $1 AND s.slot = $2 AND s.feed = f.id
                    WHERE f.library = $1 AND f.slot = $2 AND f.subscribed ORDER BY f.id
                    """),
            ])
            var paths = FolderPaths()
            for row in answers[0] { paths.add(row) }
            var folders: [Int64: [[String]]] = [:]
            for row in answers[1] {
                if let path = paths[row.integer(1)] { folders[row.integer(0), default: []].append(path) }
            }
            return answers[2].map { row in
                FeedUnread(
                    feed: row.integer(0), unread: row.count(1), newest: row.seconds(2),
                    folders: folders[row.integer(0)] ?? [])
            }
        }
    }

    package func ownTags() throws -> [OwnTag] {
        try guarded {
            // A pass over the tags of all articles: repeated only where something was committed meanwhile.
            let token = try changeToken()
            if access == .read, let known = knownOwnTags, known.token == token { return known.tags }
            let tags = try library.query(
                """
                SELECT t.name, count(*) FILTER (WHERE NOT a.read) FROM feedsearch.article_tag g
                JOIN feedsearch.tag t ON t.library = $1 AND t.slot = $2 AND t.id = g.tag
                JOIN feedsearch.article a ON a.library = $1 AND a.slot = $2 AND a.n = g.n
                WHERE g.library = $1 AND g.slot = $2 AND g.own GROUP BY t.id, t.name ORDER BY t.name COLLATE "C"
                """
            ).map { OwnTag(name: $0.text(0), unread: $0.count(1)) }
            knownOwnTags = (token, tags)
            return tags
        }
    }

    package func articles(ownTag name: String) throws -> [ArticleID] {
        try guarded {
            try library.query(
                """
                SELECT g.n FROM feedsearch.tag t
                JOIN feedsearch.article_tag g ON g.library = $1 AND g.slot = $2 AND g.tag = t.id AND g.own
                WHERE t.library = $1 AND t.slot = $2 AND t.name_key = $3 ORDER BY g.n
                """, [NameKey.value(of: name)]
            ).map { $0.integer(0) }
        }
    }
}
