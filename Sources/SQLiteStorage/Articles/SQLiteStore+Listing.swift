internal import Articles
internal import Database
internal import LibraryStorage
internal import SQLite

extension SQLiteStore {
    func unreadCounts() throws -> [FeedUnread] {
        try guarded {
            try connection.snapshot {
                let folders = try feedFolders()
                let statement = try connection.cachedStatement(
                    """
                    SELECT f.id, f.unread,
                        coalesce(s.last_success, (SELECT received FROM article ORDER BY n DESC LIMIT 1), 0)
                    FROM feed f LEFT JOIN feed_fetch s ON s.feed = f.id WHERE f.subscribed ORDER BY f.id
                    """)
                defer { statement.reset() }
                var counts: [FeedUnread] = []
                while try statement.step() {
                    let feed = statement.integer(0)
                    counts.append(
                        FeedUnread(
                            feed: feed, unread: statement.count(1), newest: statement.seconds(2),
                            folders: folders[feed] ?? []))
                }
                return counts
            }
        }
    }

    func ownTags() throws -> [OwnTag] {
        try guarded {
            // A pass over the tags of all articles: repeated only where something was committed meanwhile.
            let token = try changeToken()
            if access == .read, let known = knownOwnTags, known.token == token { return known.tags }
            let statement = try connection.cachedStatement(
                """
                SELECT t.name, sum(NOT a.read) FROM article_tag g JOIN tag t ON t.id = g.tag JOIN article a ON a.n = g.n
                WHERE g.own = 1 GROUP BY g.tag ORDER BY t.name
                """)
            defer { statement.reset() }
            var tags: [OwnTag] = []
            while try statement.step() { tags.append(OwnTag(name: statement.text(0), unread: statement.count(1))) }
            knownOwnTags = (token, tags)
            return tags
        }
    }

    func articles(ownTag name: String) throws -> [ArticleID] {
        try guarded {
            let statement = try connection.cachedStatement(
                """
                SELECT n FROM article_tag WHERE tag = (SELECT id FROM tag WHERE name = ?) AND own = 1 ORDER BY n
                """)
            defer { statement.reset() }
            statement.bind(name, at: 1)
            var ids: [ArticleID] = []
            while try statement.step() { ids.append(statement.integer(0)) }
            return ids
        }
    }

    // MARK: -

    /// The folders of each feed, as paths of names.
    private func feedFolders() throws -> [Int64: [[String]]] {
        let paths = try connection.folderPaths()
        let members = try connection.cachedStatement("SELECT feed, folder FROM feed_folder ORDER BY feed, folder")
        defer { members.reset() }
        var folders: [Int64: [[String]]] = [:]
        while try members.step() {
            if let path = paths[members.integer(1)] { folders[members.integer(0), default: []].append(path) }
        }
        return folders
    }
}
