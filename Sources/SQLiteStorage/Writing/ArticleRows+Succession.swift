internal import Articles
internal import Database
internal import LibraryStorage
internal import SQLite
internal import SQLiteSearch

extension ArticleRows {
    /// This many of a feed's newest articles may have got a new guid.
    private static var successionDepth: Int { 2_000 }

    /// Gives stored articles the new guids that their feed has given them: state and number stay.
    mutating func adoptNewIDs(_ items: DocumentItems, feed: Int64) throws {
        guard try items.ids.contains(where: { try find(feed: feed, guid: $0) == nil }) else { return }
        var stored: [(id: String, url: String?)] = []
        let statement = try connection.cachedStatement(
            "SELECT guid, url FROM article WHERE feed = ? ORDER BY n DESC LIMIT \(Self.successionDepth)")
        defer { statement.reset() }
        statement.bind(feed, at: 1)
        while try statement.step() { stored.append((statement.text(0), statement.textOrNil(1))) }
        stored += try removedItems(of: feed)
        if stored.isEmpty { return }
        for (new, old) in items.successors(stored) where try find(feed: feed, guid: new) == nil {
            try rename(feed: feed, from: old, to: new)
        }
    }

    /// What was removed has new guids with the rest, and is no news under them either. While it is in the bin, its link
    /// is known.
    private func removedItems(of feed: Int64) throws -> [(id: String, url: String?)] {
        let statement = try connection.cachedStatement(
            "SELECT guid, url FROM removed_article WHERE feed = ? ORDER BY n DESC LIMIT \(Self.successionDepth)")
        defer { statement.reset() }
        statement.bind(feed, at: 1)
        var out: [(id: String, url: String?)] = []
        while try statement.step() { out.append((statement.text(0), statement.textOrNil(1))) }
        return out
    }

    /// The old guid stays known as another name: an older snapshot of the feed may come in later.
    private mutating func rename(feed: Int64, from old: String, to new: String) throws {
        guard let n = try find(feed: feed, guid: old)?.id else {
            return try connection.run(
                """
                INSERT OR IGNORE INTO removed_guid (feed, guid, n)
                SELECT feed, ?3, n FROM removed_guid WHERE feed = ?1 AND guid = ?2
                """,
                [.integer(feed), .text(old), .text(new)])
        }
        try connection.run("UPDATE article SET guid = ? WHERE n = ?", [.text(new), .integer(n)])
        try connection.run(
            "INSERT OR REPLACE INTO article_alias VALUES (?, ?, ?)", [.integer(feed), .text(old), .integer(n)])
        hasAliases = true
        // Readers keep guids in memory, and nothing else changes with this one.
        try connection.run(
            """
            INSERT INTO client_state (client, state) VALUES (?1, CAST('1' AS BLOB))
            ON CONFLICT (client) DO UPDATE SET state = CAST(CAST(CAST(state AS TEXT) AS INTEGER) + 1 AS TEXT)
            """, [.text(SQLiteIndex.renames)])
    }
}
