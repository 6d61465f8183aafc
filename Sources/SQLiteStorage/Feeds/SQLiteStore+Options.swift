internal import Articles
internal import SQLite

extension SQLiteStore {
    func options(of feed: Int64) throws -> FeedOptions {
        try guarded {
            let statement = try connection.cachedStatement(
                "SELECT \(Self.optionColumns) FROM feed_option o WHERE o.feed = ?")
            defer { statement.reset() }
            statement.bind(feed, at: 1)
            return try statement.step() ? Self.options(statement, from: 0) : FeedOptions()
        }
    }

    func setOptions(_ options: FeedOptions, of feed: Int64) throws {
        try guarded {
            try connection.transaction {
                if options.fullText == nil {
                    try connection.run(
                        """
                        DELETE FROM page_queue WHERE n IN (SELECT n FROM article WHERE feed = ?1)
                        AND EXISTS (SELECT 1 FROM feed_option WHERE feed = ?1 AND full_text IS NOT NULL)
                        """, [.integer(feed)])
                }
                try connection.run("DELETE FROM feed_option WHERE feed = ?", [.integer(feed)])
                if options.isEmpty { return }
                try connection.run(
                    """
                    INSERT INTO feed_option
                    (feed, user_agent, headers, cookies, credentials, proxy, interval, keep_count, keep_seconds,
                        keep_unread, full_text)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        .integer(feed), .init(options.userAgent), .init(options.headers), .init(options.cookies),
                        .init(options.credentials), .init(options.proxy), .init(options.interval),
                        .init(options.limits?.storedCount),
                        .init(options.limits?.seconds), .init(options.keepUnread), .init(Self.stored(options.fullText)),
                    ])
            }
        }
    }

    func allOptions() throws -> [Int64: FeedOptions] {
        try guarded {
            let statement = try connection.prepare("SELECT o.feed, \(Self.optionColumns) FROM feed_option o")
            var out: [Int64: FeedOptions] = [:]
            while try statement.step() { out[statement.integer(0)] = Self.options(statement, from: 1) }
            return out
        }
    }

    static let optionColumns =
        """
        o.user_agent, o.headers, o.cookies, o.credentials, o.proxy, o.interval, o.keep_count, o.keep_seconds, o.keep_unread,
            o.full_text
        """

    private static func stored(_ fullText: FullText?) -> String? {
        switch fullText {
        case nil: nil
        case .automatic: ""
        case .selector(let selector): selector
        }
    }

    /// Reads `optionColumns`.
    static func options(_ row: Statement, from column: Int32) -> FeedOptions {
        var options = FeedOptions()
        options.userAgent = row.textOrNil(column)
        options.headers = row.textOrNil(column + 1)
        options.cookies = row.textOrNil(column + 2)
        options.credentials = row.textOrNil(column + 3)
        options.proxy = row.textOrNil(column + 4)
        options.interval = row.countOrNil(column + 5).map { Int64($0) }
        options.limits = ArticleLimits(
            storedCount: row.countOrNil(column + 6).map { Int64($0) },
            seconds: row.countOrNil(column + 7).map { Int64($0) })
        options.keepUnread = row.countOrNil(column + 8).map { Int64($0) }
        options.fullText = row.textOrNil(column + 9).map { $0.isEmpty ? .automatic : .selector($0) }
        return options
    }
}
