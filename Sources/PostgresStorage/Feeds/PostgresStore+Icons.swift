package import Articles
internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore {
    package func feedsWantingIcons(now: Int64, limit: Int) throws -> [FeedIconState] {
        try guarded {
            try library.query(
                """
                SELECT f.id, f.url, f.home_url, f.icon, s.trusted_origin, i.bytes IS NOT NULL, \(Self.optionColumns)
                FROM feedsearch.feed f
                JOIN feedsearch.feed_fetch s ON s.library = $1 AND s.slot = $2 AND s.feed = f.id
                LEFT JOIN feedsearch.feed_icon i ON i.library = $1 AND i.slot = $2 AND i.feed = f.id
                LEFT JOIN feedsearch.feed_option o ON o.library = $1 AND o.slot = $2 AND o.feed = f.id
                WHERE f.library = $1 AND f.slot = $2 AND f.subscribed AND NOT f.paused AND s.last_success > 0
                    AND s.failures = 0 AND (coalesce(i.next_check, 0) <= $3 OR i.next_check > $5)
                ORDER BY coalesce(i.next_check, 0), f.id LIMIT $4
                """,
                [
                    .integer(now), .integer(Int64(limit)),
                    .integer(StoredFuture.horizon(now, StoredFuture.maxIconWait)),
                ]
            ).map { row in
                FeedIconState(
                    feed: row.integer(0), url: row.text(1), homeURL: row.textOrNil(2), icon: row.textOrNil(3),
                    trustedOrigin: row.textOrNil(4), hasIcon: row.bool(5), options: Self.options(row, from: 6))
            }
        }
    }

    package func setIcons(_ found: [(feed: Int64, icon: FeedIcon?, nextCheck: Int64)], now: Int64) throws {
        if found.isEmpty { return }
        try writing {
            try library.pipeline(
                found.map { feed, icon, nextCheck in
                    library.request(
                        """
                        INSERT INTO feedsearch.feed_icon AS i (library, slot, feed, url, type, bytes, checked, next_check)
                        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                        ON CONFLICT (library, slot, feed) DO UPDATE SET
                            url = coalesce(excluded.url, i.url), type = coalesce(excluded.type, i.type),
                            bytes = coalesce(excluded.bytes, i.bytes), checked = excluded.checked,
                            next_check = excluded.next_check
                        """,
                        [
                            .integer(feed), .text(orNull: icon?.url), .text(orNull: icon?.type),
                            .bytes(orNull: icon?.bytes), .integer(now), .integer(nextCheck),
                        ])
                })
        }
    }

    package func icon(of feed: Int64) throws -> FeedIcon? {
        try guarded {
            let row = try library.query(
                """
                SELECT url, type, bytes FROM feedsearch.feed_icon
                WHERE library = $1 AND slot = $2 AND feed = $3 AND bytes IS NOT NULL
                """, [.integer(feed)]
            ).first
            return row.map { FeedIcon(url: $0.text(0), type: $0.text(1), bytes: $0.bytes(2)) }
        }
    }

    package func iconTypes() throws -> [Int64: String] {
        try guarded {
            let rows = try library.query(
                "SELECT feed, type FROM feedsearch.feed_icon WHERE library = $1 AND slot = $2 AND bytes IS NOT NULL")
            return Dictionary(rows.map { ($0.integer(0), $0.text(1)) }, uniquingKeysWith: { first, _ in first })
        }
    }
}
