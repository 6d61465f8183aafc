internal import ArticleBatches
package import Articles
internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore: SubscriptionStoring {
    package func dueFeeds(now: Int64, dueOnly: Bool) throws -> [FeedFetchState] {
        try fetchStates(
            """
            AND f.subscribed AND NOT f.paused AND NOT coalesce(s.gone, false)
                AND (coalesce(s.not_before, 0) <= $3 OR s.not_before > $5)
                AND (NOT $4 OR coalesce(s.next_fetch, 0) <= $3
                    OR s.next_fetch > $6 AND s.next_fetch - least(coalesce(o.interval_seconds, 0), 31622400) * 5 / 4 > $6)
            ORDER BY coalesce(s.next_fetch, 0), f.id
            """,
            [
                .integer(now), .bool(dueOnly), .integer(StoredFuture.horizon(now, StoredFuture.maxRetryAfter)),
                .integer(StoredFuture.horizon(now, StoredFuture.maxFetchWait)),
            ])
    }

    package func fetchState(of feed: Int64) throws -> FeedFetchState {
        guard let state = try fetchStates("AND f.id = $3", [.integer(feed)]).first else {
            throw StorageError.noSuchFeed(String(feed))
        }
        return state
    }

    package func allFetchStates() throws -> [FeedFetchState] { try fetchStates("AND f.subscribed ORDER BY f.id", []) }

    package func failingFeeds() throws -> [FeedFetchState] {
        try fetchStates(
            "AND f.subscribed AND (s.failure_kind IS NOT NULL OR s.gone) ORDER BY s.failures DESC, f.id", [])
    }

    package func trust(_ origin: String?, for feed: Int64) throws {
        try writing {
            try library.run(
                """
                INSERT INTO feedsearch.feed_fetch (library, slot, feed, trusted_origin) VALUES ($1, $2, $3, $4)
                ON CONFLICT (library, slot, feed) DO UPDATE SET trusted_origin = excluded.trusted_origin
                """, [.integer(feed), .text(orNull: origin)])
        }
    }

    package func resetFetching(of feed: Int64) throws {
        try writing {
            try library.pipeline([
                library.request(
                    """
                    UPDATE feedsearch.feed_fetch SET next_fetch = 0, gone = false
                    WHERE library = $1 AND slot = $2 AND feed = $3
                    """, [.integer(feed)]),
                library.request(
                    """
                    UPDATE feedsearch.page_queue SET due = 0, attempts = 0
                    WHERE library = $1 AND slot = $2 AND failure_kind IS NOT NULL AND n IN (
                        SELECT n FROM feedsearch.article WHERE library = $1 AND slot = $2 AND feed = $3)
                    """, [.integer(feed)]),
            ])
        }
    }

    package func forgetBody(of feed: Int64) throws {
        try writing {
            try library.run(
                """
                UPDATE feedsearch.feed_fetch SET
                    etag = NULL, last_modified = NULL, content_hash = NULL, next_fetch = 0, gone = false
                WHERE library = $1 AND slot = $2 AND feed = $3
                """, [.integer(feed)])
        }
    }

    @discardableResult
    package func record(_ states: [FeedFetchState], _ batch: any ArticleBatch, now: Int64) throws -> BatchInsertResult {
        let batch = PreparedBatch.own(batch)
        return try guarded {
            let writer = try PostgresBatchWriter(store: self, request: BatchInsertRequest { _ in false }, now: now)
            let result = try writing {
                var result = BatchInsertResult()
                if !batch.entries.isEmpty {
                    _ = try writer.write(batch)
                    result = writer.total
                }
                try library.pipeline(states.map { library.request(Self.storing, Self.values($0)) })
                for state in states {
                    result.removed += try removeOld(of: state.feed, state.options, now: now)
                    try limitUnread(of: state.feed, state.options)
                }
                return result
            }
            try writer.finish()
            return result
        }
    }

    // MARK: -

    private func fetchStates(_ condition: String, _ values: [PostgresValue]) throws -> [FeedFetchState] {
        try guarded {
            try library.query(
                """
                SELECT f.id, f.url, coalesce(f.own_title, f.title, f.url), s.etag, s.last_modified, s.content_hash,
                    s.next_fetch, s.not_before, s.last_fetch, s.last_success, s.failures, s.failure_kind, s.failure_text,
                    s.moved_to, s.moved_count, s.gone, s.trusted_origin, s.refresh_minutes, s.skip_hours, s.skip_days,
                    array_to_string(s.newest, ','), s.alerted, \(Self.optionColumns)
                FROM feedsearch.feed f
                LEFT JOIN feedsearch.feed_fetch s ON s.library = $1 AND s.slot = $2 AND s.feed = f.id
                LEFT JOIN feedsearch.feed_option o ON o.library = $1 AND o.slot = $2 AND o.feed = f.id
                WHERE f.library = $1 AND f.slot = $2
                """ + " " + condition, values
            ).map(Self.state)
        }
    }

    private static func state(_ row: PostgresRow) -> FeedFetchState {
        var state = FeedFetchState(feed: row.integer(0), url: row.text(1), title: row.text(2))
        state.etag = row.textOrNil(3)
        state.lastModified = row.textOrNil(4)
        state.contentHash = row.textOrNil(5)
        state.nextFetch = row.seconds(6)
        state.notBefore = row.seconds(7)
        state.lastFetch = row.seconds(8)
        state.lastSuccess = row.seconds(9)
        state.failures = row.count(10)
        state.failureKind = row.textOrNil(11)
        state.failureText = row.textOrNil(12)
        state.movedTo = row.textOrNil(13)
        state.movedCount = row.count(14)
        state.isGone = row.bool(15)
        state.trustedOrigin = row.textOrNil(16)
        state.refreshMinutes = row.countOrNil(17)
        state.skipHours = row.integer(18)
        state.skipDays = row.integer(19)
        state.newest = row.text(20).split(separator: ",").compactMap {
            Int64($0).map(PostgresRow.bounded(seconds:))
        }
        state.isAlerted = row.bool(21)
        state.options = options(row, from: 22)
        return state
    }

    private static let columns = [
        "etag", "last_modified", "content_hash", "next_fetch", "not_before", "last_fetch", "last_success", "failures",
        "failure_kind", "failure_text", "moved_to", "moved_count", "gone", "refresh_minutes", "skip_hours", "skip_days",
        "newest", "alerted",
    ]

    private static let storing = """
        INSERT INTO feedsearch.feed_fetch (library, slot, feed, \(columns.joined(separator: ", ")))
        VALUES ($1, $2, $3, \(columns.indices.map { "$\($0 + 4)" }.joined(separator: ", ")))
        ON CONFLICT (library, slot, feed) DO UPDATE SET \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """

    private static func values(_ state: FeedFetchState) -> [PostgresValue] {
        [
            .integer(state.feed), .text(orNull: state.etag), .text(orNull: state.lastModified),
            .text(orNull: state.contentHash), .integer(state.nextFetch), .integer(state.notBefore),
            .integer(state.lastFetch), .integer(state.lastSuccess), .integer(Int64(state.failures)),
            .text(orNull: state.failureKind), .text(orNull: state.failureText), .text(orNull: state.movedTo),
            .integer(Int64(state.movedCount)), .bool(state.isGone),
            .integer(orNull: state.refreshMinutes.map { Int64($0) }), .integer(state.skipHours),
            .integer(state.skipDays), .integers(state.newest), .bool(state.isAlerted),
        ]
    }
}
