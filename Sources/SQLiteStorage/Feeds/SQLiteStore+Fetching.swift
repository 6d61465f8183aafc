internal import ArticleBatches
internal import Articles
internal import SQLite

extension SQLiteStore {
    func dueFeeds(now: Int64, dueOnly: Bool = true) throws -> [FeedFetchState] {
        try fetchStates(
            """
            WHERE f.subscribed AND NOT f.paused AND NOT coalesce(s.gone, 0)
                AND (coalesce(s.not_before, 0) <= ?1 OR s.not_before > ?3)
                AND (NOT ?2 OR coalesce(s.next_fetch, 0) <= ?1
                    OR s.next_fetch > ?4 AND s.next_fetch - min(coalesce(o.interval, 0), 31622400) * 5 / 4 > ?4)
            ORDER BY coalesce(s.next_fetch, 0), f.id
            """,
            [
                .integer(now), .integer(dueOnly ? 1 : 0),
                .integer(StoredFuture.horizon(now, StoredFuture.maxRetryAfter)),
                .integer(StoredFuture.horizon(now, StoredFuture.maxFetchWait)),
            ])
    }

    func fetchState(of feed: Int64) throws -> FeedFetchState {
        guard let state = try fetchStates("WHERE f.id = ?1", [.integer(feed)]).first else {
            throw StorageError.noSuchFeed(String(feed))
        }
        return state
    }

    func allFetchStates() throws -> [FeedFetchState] {
        try fetchStates("WHERE f.subscribed ORDER BY f.id", [])
    }

    func failingFeeds() throws -> [FeedFetchState] {
        try fetchStates(
            "WHERE f.subscribed AND (s.failure_kind IS NOT NULL OR s.gone) ORDER BY s.failures DESC, f.id", [],
            onlyFetched: true)
    }

    func trust(_ origin: String?, for feed: Int64) throws {
        try guarded {
            try connection.run(
                """
                INSERT INTO feed_fetch (feed, trusted_origin) VALUES (?1, ?2)
                ON CONFLICT (feed) DO UPDATE SET trusted_origin = ?2
                """, [.integer(feed), .init(origin)])
        }
    }

    func resetFetching(of feed: Int64) throws {
        try guarded {
            try connection.run(
                "UPDATE feed_fetch SET next_fetch = 0, gone = 0 WHERE feed = ?", [.integer(feed)])
            try connection.run(
                """
                UPDATE page_queue SET due = 0, attempts = 0
                WHERE failure_kind IS NOT NULL AND n IN (SELECT n FROM article WHERE feed = ?)
                """, [.integer(feed)])
        }
    }

    @discardableResult
    func record(_ states: [FeedFetchState], _ batch: any ArticleBatch, now: Int64) throws -> BatchInsertResult {
        let batch = PreparedBatch.own(batch)
        return try guarded {
            let result = try connection.transaction {
                var result = BatchInsertResult()
                if !batch.entries.isEmpty {
                    let writer = try BatchWriter(store: self, request: BatchInsertRequest { _ in false }, now: now)
                    try writer.write(batch)
                    try writer.finish()
                    result = writer.total
                }
                for state in states {
                    try store(state)
                    result.removed += try removeOld(of: state.feed, state.options, now: now)
                    try limitUnread(of: state.feed, state.options)
                }
                return result
            }
            try BatchWriter.mergeSegments(connection)
            return result
        }
    }

    // MARK: -

    /// - Parameter onlyFetched: leaves out feeds that have never been fetched, without looking them up.
    private func fetchStates(
        _ condition: String, _ values: [SQLValue], onlyFetched: Bool = false
    ) throws -> [FeedFetchState] {
        try guarded {
            let statement = try connection.prepare(
                """
                SELECT f.id, f.url, coalesce(f.own_title, f.title, f.url), s.etag, s.last_modified, s.content_hash,
                    s.next_fetch, s.not_before, s.last_fetch, s.last_success, s.failures, s.failure_kind, s.failure_text,
                    s.moved_to, s.moved_count, s.gone, s.trusted_origin, s.refresh_minutes, s.skip_hours, s.skip_days,
                    s.newest, s.alerted, \(Self.optionColumns)
                FROM feed f \(onlyFetched ? "" : "LEFT ")JOIN feed_fetch s ON s.feed = f.id LEFT JOIN feed_option o ON o.feed = f.id
                """ + "\n" + condition)
            try statement.bind(values)
            var out: [FeedFetchState] = []
            while try statement.step() { out.append(Self.state(statement)) }
            return out
        }
    }

    /// Dates of a feed's newest articles that are looked at.
    private static let maxNewest = 32

    private static func state(_ row: Statement) -> FeedFetchState {
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
        state.isGone = row.integer(15) != 0
        state.trustedOrigin = row.textOrNil(16)
        state.refreshMinutes = row.countOrNil(17)
        state.skipHours = row.integer(18)
        state.skipDays = row.integer(19)
        state.isAlerted = row.integer(21) != 0
        state.options = options(row, from: 22)
        state.newest = row.text(20).split(separator: ",").prefix(Self.maxNewest).compactMap {
            Int64($0).map(Statement.bounded(seconds:))
        }
        return state
    }

    private func store(_ state: FeedFetchState) throws {
        try connection.run(
            """
            INSERT INTO feed_fetch (feed, etag, last_modified, content_hash, next_fetch, not_before, last_fetch,
                last_success, failures, failure_kind, failure_text, moved_to, moved_count, gone, refresh_minutes,
                skip_hours, skip_days, newest, alerted)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
            ON CONFLICT (feed) DO UPDATE SET
                etag = ?2, last_modified = ?3, content_hash = ?4, next_fetch = ?5, not_before = ?6, last_fetch = ?7,
                last_success = ?8, failures = ?9, failure_kind = ?10, failure_text = ?11, moved_to = ?12,
                moved_count = ?13, gone = ?14, refresh_minutes = ?15, skip_hours = ?16, skip_days = ?17, newest = ?18,
                alerted = ?19
            """,
            [
                .integer(state.feed), .init(state.etag), .init(state.lastModified), .init(state.contentHash),
                .integer(state.nextFetch), .integer(state.notBefore), .integer(state.lastFetch),
                .integer(state.lastSuccess), .integer(Int64(state.failures)), .init(state.failureKind),
                .init(state.failureText), .init(state.movedTo), .integer(Int64(state.movedCount)),
                .integer(state.isGone ? 1 : 0), .init(state.refreshMinutes.map { Int64($0) }),
                .integer(state.skipHours), .integer(state.skipDays),
                .text(state.newest.map { String($0) }.joined(separator: ",")),
                .integer(state.isAlerted ? 1 : 0),
            ])
    }
}
