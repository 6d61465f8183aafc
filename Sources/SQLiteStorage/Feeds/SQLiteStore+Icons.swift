internal import Articles
internal import SQLite

extension SQLiteStore {
    func feedsWantingIcons(now: Int64, limit: Int) throws -> [FeedIconState] {
        try guarded {
            let statement = try connection.prepare(
                """
                SELECT f.id, f.url, f.home_url, f.icon, s.trusted_origin, i.bytes IS NOT NULL, \(Self.optionColumns)
                FROM feed f JOIN feed_fetch s ON s.feed = f.id LEFT JOIN feed_icon i ON i.feed = f.id
                LEFT JOIN feed_option o ON o.feed = f.id
                WHERE f.subscribed AND NOT f.paused AND s.last_success > 0 AND s.failures = 0
                AND (coalesce(i.next_check, 0) <= ?1 OR i.next_check > ?3)
                ORDER BY coalesce(i.next_check, 0), f.id LIMIT ?2
                """)
            try statement.bind([
                .integer(now), .integer(Int64(limit)),
                .integer(StoredFuture.horizon(now, StoredFuture.maxIconWait)),
            ])
            var out: [FeedIconState] = []
            while try statement.step() {
                out.append(
                    FeedIconState(
                        feed: statement.integer(0), url: statement.text(1), homeURL: statement.textOrNil(2),
                        icon: statement.textOrNil(3), trustedOrigin: statement.textOrNil(4),
                        hasIcon: statement.integer(5) != 0, options: Self.options(statement, from: 6)))
            }
            return out
        }
    }

    func setIcons(_ found: [(feed: Int64, icon: FeedIcon?, nextCheck: Int64)], now: Int64) throws {
        try guarded {
            try connection.transaction {
                for (feed, icon, nextCheck) in found {
                    try connection.run(
                        """
                        INSERT INTO feed_icon (feed, url, type, bytes, checked, next_check)
                        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                        ON CONFLICT (feed) DO UPDATE SET
                            url = coalesce(?2, url), type = coalesce(?3, type), bytes = coalesce(?4, bytes),
                            checked = ?5, next_check = ?6
                        """,
                        [
                            .integer(feed), .init(icon?.url), .init(icon?.type),
                            icon.map { .blob($0.bytes) } ?? .null, .integer(now), .integer(nextCheck),
                        ])
                }
            }
        }
    }

    func icon(of feed: Int64) throws -> FeedIcon? {
        try guarded {
            let statement = try connection.cachedStatement(
                "SELECT url, type, bytes FROM feed_icon WHERE feed = ? AND bytes IS NOT NULL")
            defer { statement.reset() }
            statement.bind(feed, at: 1)
            guard try statement.step() else { return nil }
            return FeedIcon(url: statement.text(0), type: statement.text(1), bytes: statement.bytes(2))
        }
    }

    func iconTypes() throws -> [Int64: String] {
        try guarded {
            let statement = try connection.prepare("SELECT feed, type FROM feed_icon WHERE bytes IS NOT NULL")
            var out: [Int64: String] = [:]
            while try statement.step() { out[statement.integer(0)] = statement.text(1) }
            return out
        }
    }
}
