package import Articles
internal import Database

extension SubscriptionStoring where Self: TableStore {
    package func options(of feed: Int64) throws -> FeedOptions {
        try reading { database in
            try database.first(
                "SELECT \(sql: FeedOptionRow.selected) FROM \(rows: .feedOption) o WHERE o.feed = \(feed)"
            ) { FeedOptionRow.options($0, from: 0) } ?? FeedOptions()
        }
    }

    package func setOptions(_ options: FeedOptions, of feed: Int64) throws {
        try writing { database in
            var statements: [SQL] = []
            if options.fullText == nil {
                statements.append(
                    .delete(
                        from: .pageQueue,
                        where: """
                            n IN (SELECT a.n FROM \(rows: .article) a WHERE a.feed = \(feed)) AND EXISTS (
                                SELECT 1 FROM \(rows: .feedOption) o WHERE o.feed = \(feed) AND o.full_text IS NOT NULL)
                            """))
            }
            statements.append(.delete(from: .feedOption, where: "feed = \(feed)"))
            if !options.isEmpty {
                statements.append(
                    .insert(
                        into: .feedOption, ["feed"] + FeedOptionRow.columns,
                        [.integer(feed)] + FeedOptionRow.values(options)))
            }
            // With the new options, pages that failed finally may succeed, for example after a missing sign-in.
            statements.append(
                .update(
                    .pageQueue, set: "due = 0, attempts = 0",
                    where: "due IS NULL AND n IN (SELECT a.n FROM \(rows: .article) a WHERE a.feed = \(feed))"))
            try database.run(statements)
        }
    }

    package func allOptions() throws -> [Int64: FeedOptions] {
        try reading { database in
            let rows = try database.rows(
                "SELECT o.feed, \(sql: FeedOptionRow.selected) FROM \(rows: .feedOption) o"
            ) { ($0.integer(0), FeedOptionRow.options($0, from: 1)) }
            return Dictionary(rows) { first, _ in first }
        }
    }

    // MARK: - Icons

    package func feedsWantingIcons(now: Int64, limit: Int) throws -> [FeedIconState] {
        let horizon = StoredFuture.horizon(now, StoredFuture.maxIconWait)
        return try reading { database in
            try database.rows(
                """
                SELECT f.id, f.url, f.home_url, f.icon, s.trusted_origin, i.bytes IS NOT NULL, \(sql: FeedOptionRow.selected)
                FROM \(rows: .feed) f JOIN \(rows: .feedFetch) s ON s.feed = f.id
                LEFT JOIN \(rows: .feedIcon) i ON i.feed = f.id LEFT JOIN \(rows: .feedOption) o ON o.feed = f.id
                WHERE f.subscribed AND NOT f.paused AND s.last_success > 0 AND s.failures = 0
                    AND (coalesce(i.next_check, 0) <= \(now) OR i.next_check > \(horizon))
                ORDER BY coalesce(i.next_check, 0), f.id LIMIT \(limit)
                """
            ) { row in
                FeedIconState(
                    feed: row.integer(0), url: row.text(1), homeURL: row.textOrNil(2), icon: row.textOrNil(3),
                    trustedOrigin: row.textOrNil(4), hasIcon: row.bool(5), options: FeedOptionRow.options(row, from: 6))
            }
        }
    }

    package func setIcons(_ found: [(feed: Int64, icon: FeedIcon?, nextCheck: Int64)], now: Int64) throws {
        if found.isEmpty { return }
        try writing { database in
            try database.insert(
                found.map { feed, icon, nextCheck in
                    [
                        .integer(feed), .text(orNull: icon?.url), .text(orNull: icon?.type),
                        .bytes(orNull: icon?.bytes), .integer(now), .integer(nextCheck),
                    ]
                }, into: .feedIcon, ["feed", "url", "type", "bytes", "checked", "next_check"],
                onConflict: .updatesKnown(["url", "type", "bytes"], always: ["checked", "next_check"]))
        }
    }

    package func icon(of feed: Int64) throws -> FeedIcon? {
        try reading { database in
            try database.first(
                """
                SELECT i.url, i.type, i.bytes FROM \(rows: .feedIcon) i WHERE i.feed = \(feed) AND i.bytes IS NOT NULL
                """
            ) { FeedIcon(url: $0.text(0), type: $0.text(1), bytes: $0.bytes(2)) }
        }
    }

    package func iconTypes() throws -> [Int64: String] {
        try reading { database in
            let rows = try database.rows(
                "SELECT i.feed, i.type FROM \(rows: .feedIcon) i WHERE i.bytes IS NOT NULL"
            ) { ($0.integer(0), $0.text(1)) }
            return Dictionary(rows) { first, _ in first }
        }
    }
}
