internal import Articles
internal import SQLite
internal import TextAnalysis

extension SQLiteStore {
    @discardableResult
    func upsert(_ feed: FeedDraft, now: Int64) throws -> (id: Int64, isNew: Bool) {
        try guarded {
            try connection.transaction {
                let wasSubscribed =
                    try connection.integer("SELECT subscribed FROM feed WHERE url = ?", [.text(feed.url)]) == 1
                let id =
                    try connection.integer(
                        """
                        INSERT INTO feed (url, title, own_title, home_url, description, language, icon, subscribed, added)
                        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                        ON CONFLICT (url) DO UPDATE SET
                            title = coalesce(?2, title), own_title = coalesce(?3, own_title),
                            home_url = coalesce(?4, home_url), description = coalesce(?5, description),
                            language = coalesce(?6, language), icon = coalesce(?7, icon),
                            subscribed = max(subscribed, ?8)
                        RETURNING id
                        """,
                        [
                            .text(feed.url), .init(feed.title), .init(feed.ownTitle), .init(feed.homeURL),
                            .init(feed.description), .init(feed.language), .init(feed.icon),
                            .integer(feed.subscribe ? 1 : 0), .integer(now),
                        ]) ?? 0
                for path in feed.folders where !path.isEmpty {
                    try connection.run(
                        "INSERT OR IGNORE INTO feed_folder (folder, feed) VALUES (?, ?)",
                        [.integer(folderID(path)), .integer(id)])
                }
                return (id, feed.subscribe && !wasSubscribed)
            }
        }
    }

    func upsert(_ feeds: [FeedDraft], now: Int64) throws -> [Bool] {
        try guarded { try connection.transaction { try feeds.map { try upsert($0, now: now).isNew } } }
    }

    /// The folder of a path of names, made where it is absent.
    func folderID(_ path: [String]) throws -> Int64 {
        var parent: Int64 = 0
        for name in path {
            parent =
                try connection.integer(
                    """
                    INSERT INTO folder (parent, name) VALUES (?, ?)
                    ON CONFLICT (parent, name) DO UPDATE SET name = name RETURNING id
                    """, [.integer(parent), .text(name)]) ?? 0
        }
        return parent
    }

    func unsubscribe(_ feed: Int64) throws {
        try guarded {
            try connection.transaction {
                try connection.run("UPDATE feed SET subscribed = 0 WHERE id = ?", [.integer(feed)])
                try connection.run("DELETE FROM feed_folder WHERE feed = ?", [.integer(feed)])
            }
        }
    }

    func edit(_ feed: Int64, _ changes: FeedChanges) throws {
        try guarded {
            try connection.transaction {
                if let ownTitle = changes.ownTitle {
                    try connection.run("UPDATE feed SET own_title = ? WHERE id = ?", [.init(ownTitle), .integer(feed)])
                }
                if let paused = changes.isPaused {
                    try connection.run(
                        "UPDATE feed SET paused = ? WHERE id = ?", [.integer(paused ? 1 : 0), .integer(feed)])
                }
                guard let folders = changes.folders else { return }
                try connection.run("DELETE FROM feed_folder WHERE feed = ?", [.integer(feed)])
                for path in folders where !path.isEmpty {
                    try connection.run(
                        "INSERT OR IGNORE INTO feed_folder (folder, feed) VALUES (?, ?)",
                        [.integer(folderID(path)), .integer(feed)])
                }
            }
        }
    }
}

extension SQLValue {
    init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
    init(_ number: Int64?) { self = number.map(SQLValue.integer) ?? .null }
}
