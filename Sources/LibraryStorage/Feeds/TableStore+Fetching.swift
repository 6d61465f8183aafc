package import Articles
internal import Database

extension SubscriptionStoring where Self: TableStore {
    package func dueFeeds(now: Int64, dueOnly: Bool) throws -> [FeedFetchState] {
        let retryHorizon = StoredFuture.horizon(now, StoredFuture.maxRetryAfter)
        let fetchHorizon = StoredFuture.horizon(now, StoredFuture.maxFetchWait)
        let isDue: SQL = """
            coalesce(s.next_fetch, 0) <= \(now) OR s.next_fetch > \(fetchHorizon) AND s.next_fetch
                - \(sqlite: "min", postgres: "least")(coalesce(\(sql: .columns(["interval_seconds"], of: .feedOption, alias: "o")), 0),
                    31622400) * 5 / 4 > \(fetchHorizon)
            """
        return try fetchStates(
            """
            f.subscribed AND NOT f.paused AND s.gone IS NOT TRUE
                AND (coalesce(s.not_before, 0) <= \(now) OR s.not_before > \(retryHorizon))
                \(sql: dueOnly ? "AND (" + isDue + ")" : "")
            ORDER BY coalesce(s.next_fetch, 0), f.id
            """)
    }

    package func fetchState(of feed: Int64) throws -> FeedFetchState {
        guard let state = try fetchStates("f.id = \(feed)").first else { throw StorageError.noSuchFeed(String(feed)) }
        return state
    }

    package func allFetchStates() throws -> [FeedFetchState] { try fetchStates("f.subscribed ORDER BY f.id") }

    package func failingFeeds() throws -> [FeedFetchState] {
        try fetchStates(FeedFetchRow.isFailing + " ORDER BY s.failures DESC, f.id", onlyFetched: true)
    }

    /// - Parameters:
    ///   - condition: an SQL condition on the feed `f`, its fetch state `s` and its options `o`. It may end with ORDER
    ///     BY.
    ///   - onlyFetched: whether to skip feeds that have never been fetched.
    private func fetchStates(_ condition: SQL, onlyFetched: Bool = false) throws -> [FeedFetchState] {
        try reading { database in
            try database.rows(
                """
                SELECT \(sql: FeedFetchRow.selected) FROM \(rows: .feed) f
                \(sql: onlyFetched ? "JOIN" : "LEFT JOIN") \(rows: .feedFetch) s ON s.feed = f.id
                LEFT JOIN \(rows: .feedOption) o ON o.feed = f.id WHERE \(sql: condition)
                """, FeedFetchRow.state)
        }
    }

    package func trust(_ origin: String?, for feed: Int64) throws {
        try writing { database in
            try database.run(
                .insert(
                    into: .feedFetch, ["feed": .integer(feed), "trusted_origin": .text(orNull: origin)],
                    onConflict: .updates(["trusted_origin"])))
        }
    }

    package func resetFetching(of feeds: [Int64]) throws {
        try writing { database in
            for feed in feeds {
                try database.run([
                    .update(.feedFetch, set: "next_fetch = 0, gone = \(false)", where: "feed = \(feed)"),
                    .update(
                        .pageQueue, set: "due = 0, attempts = 0",
                        where: """
                            failure_kind IS NOT NULL
                                AND n IN (SELECT a.n FROM \(rows: .article) a WHERE a.feed = \(feed))
                            """),
                ])
            }
        }
    }

    package func makeDue(_ feed: Int64, at time: Int64) throws {
        try writing { database in
            try database.run(
                .update(.feedFetch, set: "next_fetch = \(time), gone = \(false)", where: "feed = \(feed)"))
        }
    }

    package func forgetBody(of feed: Int64) throws {
        try writing { database in
            try database.run(
                .update(
                    .feedFetch,
                    set: "etag = NULL, last_modified = NULL, content_hash = NULL, next_fetch = 0, gone = \(false)",
                    where: "feed = \(feed)"))
        }
    }
}
