package import Articles
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore: ArticleWriting {
    @discardableResult
    package func remove(_ numbers: [Int64], now: Int64) throws -> Int {
        if numbers.isEmpty { return 0 }
        return try recording(.deleted, subject: nil, now: now) {
            guard let recording else { return 0 }
            return try recording.removing {
                try ArticleBin(store: self).remove(numbers, action: recording.id, now: now)
            }
        }.result
    }

    @discardableResult
    package func purgeBin(now: Int64) throws -> Int {
        let old = [PostgresValue.integer(now - ActionLimits.binSeconds)]
        let actions = "SELECT id FROM feedsearch.action WHERE library = $1 AND slot = $2 AND at < $3"
        guard try guarded({ try library.integer(actions + " LIMIT 1", old) }) != nil else { return 0 }
        return try writing {
            let rows = try library.pipeline([
                library.request(
                    """
                    DELETE FROM feedsearch.article_version WHERE library = $1 AND slot = $2 AND n IN (
                        SELECT n FROM feedsearch.removed_article
                        WHERE library = $1 AND slot = $2 AND action IN (\(actions)))
                    """, old),
                library.request(
                    "DELETE FROM feedsearch.removed_article WHERE library = $1 AND slot = $2 AND action IN (\(actions))",
                    old),
                library.request(
                    """
                    DELETE FROM feedsearch.action a WHERE library = $1 AND slot = $2 AND at < $3 AND NOT EXISTS (
                        SELECT 1 FROM feedsearch.action_change c
                        WHERE c.library = $1 AND c.slot = $2 AND c.action = a.id)
                    """, old),
            ])
            return rows[1].changedRows
        }
    }

    @discardableResult
    package func removeOld(of feed: Int64, _ options: FeedOptions, now: Int64) throws -> Int {
        let limits = options.limits ?? feedDefaults.limits
        if limits == .none { return 0 }
        return try writing {
            let old = try library.query(
                """
                SELECT n FROM (
                    SELECT n, sort_date, starred OR flags & \(StoredFlags.tagged | StoredFlags.kept) <> 0 AS stays,
                        row_number() OVER (ORDER BY sort_date DESC, n DESC) AS rank
                    FROM feedsearch.article WHERE library = $1 AND slot = $2 AND feed = $3
                ) a WHERE NOT stays AND (rank > $4 OR sort_date < $5)
                """,
                [
                    .integer(feed), .integer(limits.count ?? .max),
                    .integer(limits.seconds.map { now - $0 } ?? .min),
                ]
            ).map { $0.integer(0) }
            if old.isEmpty { return 0 }
            let bin = ArticleBin(store: self)
            let action = try retentionAction ?? newAction(.retention, now: now)
            retentionAction = action
            return try bin.remove(old, action: action, now: now)
        }
    }

    @discardableResult
    package func limitUnread(of feed: Int64, _ options: FeedOptions) throws -> Int {
        guard let limit = options.keepUnread ?? feedDefaults.keepUnread, limit > 0 else { return 0 }
        let unread = try guarded {
            try library.integer(
                "SELECT unread FROM feedsearch.feed WHERE library = $1 AND slot = $2 AND id = $3", [.integer(feed)])
        }
        if unread ?? 0 <= limit { return 0 }
        return try writing {
            let count = try library.run(
                """
                UPDATE feedsearch.article SET read = true, flags = flags | \(StoredFlags.muted)
                WHERE library = $1 AND slot = $2 AND n IN (
                    SELECT n FROM feedsearch.article
                    WHERE library = $1 AND slot = $2 AND feed = $3 AND NOT read AND NOT starred
                    ORDER BY sort_date DESC, n DESC OFFSET $4)
                """, [.integer(feed), .integer(limit)])
            try library.run(
                "UPDATE feedsearch.feed SET unread = unread - $4 WHERE library = $1 AND slot = $2 AND id = $3",
                [.integer(feed), .integer(Int64(count))])
            return count
        }
    }
}
