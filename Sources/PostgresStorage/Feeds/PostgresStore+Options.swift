package import Articles
internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore {
    package func options(of feed: Int64) throws -> FeedOptions {
        try guarded {
            let row = try library.query(
                """
                SELECT \(Self.optionColumns) FROM feedsearch.feed_option o
                WHERE o.library = $1 AND o.slot = $2 AND o.feed = $3
                """, [.integer(feed)]
            ).first
            return row.map { Self.options($0, from: 0) } ?? FeedOptions()
        }
    }

    package func setOptions(_ options: FeedOptions, of feed: Int64) throws {
        try writing {
            let id = [PostgresValue.integer(feed)]
            var requests: [PostgresRequest] = []
            if options.fullText == nil {
                requests.append(
                    library.request(
                        """
                        DELETE FROM feedsearch.page_queue WHERE library = $1 AND slot = $2 AND n IN (
                            SELECT n FROM feedsearch.article WHERE library = $1 AND slot = $2 AND feed = $3)
                        AND EXISTS (SELECT 1 FROM feedsearch.feed_option
                            WHERE library = $1 AND slot = $2 AND feed = $3 AND full_text IS NOT NULL)
                        """, id))
            }
            requests.append(
                library.request(
                    "DELETE FROM feedsearch.feed_option WHERE library = $1 AND slot = $2 AND feed = $3", id))
            if !options.isEmpty { requests.append(library.request(Self.insertion, id + Self.values(options))) }
            try library.pipeline(requests)
        }
    }

    package func allOptions() throws -> [Int64: FeedOptions] {
        try guarded {
            let rows = try library.query(
                """
                SELECT o.feed, \(Self.optionColumns) FROM feedsearch.feed_option o WHERE o.library = $1 AND o.slot = $2
                """)
            return Dictionary(
                rows.map { ($0.integer(0), Self.options($0, from: 1)) }, uniquingKeysWith: { first, _ in first })
        }
    }

    static let optionColumns = """
        o.user_agent, o.headers, o.cookies, o.credentials, o.proxy, o.interval_seconds, o.keep_count, o.keep_seconds,
        o.keep_unread, o.full_text
        """

    private static let insertion = """
        INSERT INTO feedsearch.feed_option
            (library, slot, feed, user_agent, headers, cookies, credentials, proxy, interval_seconds, keep_count,
            keep_seconds, keep_unread, full_text)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        """

    private static func values(_ options: FeedOptions) -> [PostgresValue] {
        let fullText: String? =
            switch options.fullText {
            case nil: nil
            case .automatic: ""
            case .selector(let selector): selector
            }
        return [
            .text(orNull: options.userAgent), .text(orNull: options.headers), .text(orNull: options.cookies),
            .text(orNull: options.credentials), .text(orNull: options.proxy), .integer(orNull: options.interval),
            .integer(orNull: options.limits?.storedCount),
            .integer(orNull: options.limits?.seconds), .integer(orNull: options.keepUnread), .text(orNull: fullText),
        ]
    }

    /// Reads `optionColumns`.
    static func options(_ row: PostgresRow, from column: Int32) -> FeedOptions {
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
