internal import Articles
internal import Database

/// Reads and writes the options of a feed in the table `feed_option`.
enum FeedOptionRow {
    static let columns = [
        "user_agent", "headers", "cookies", "credentials", "proxy", "interval_seconds", "keep_count", "keep_seconds",
        "keep_unread", "full_text", "keep_read", "replies", "unread_on_reply",
    ]

    static func values(_ options: FeedOptions) -> [DatabaseValue] {
        [
            .text(orNull: options.userAgent), .text(orNull: options.headers), .text(orNull: options.cookies),
            .text(orNull: options.credentials), .text(orNull: options.proxy), .integer(orNull: options.interval),
            .integer(orNull: options.limits?.storedCount), .integer(orNull: options.limits?.seconds),
            .integer(orNull: options.keepUnread), .text(orNull: stored(options.fullText)),
            .integer(orNull: options.keepRead),
            .text(orNull: options.replies?.rawValue), .bool(options.unreadOnReply),
        ]
    }

    private static func stored(_ fullText: FullText?) -> String? {
        switch fullText {
        case nil: nil
        case .automatic: ""
        case .selector(let selector): selector
        }
    }

    /// The SELECT expressions of `columns`, with the table alias `o`.
    static let selected = SQL.columns(columns, of: .feedOption, alias: "o")

    /// - Parameter column: the index of the first of these columns in the row.
    static func options(_ row: any DatabaseRow, from column: Int32) -> FeedOptions {
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
        options.keepRead = row.countOrNil(column + 10).map { Int64($0) }
        options.replies = row.textOrNil(column + 11).flatMap(ReplyMode.init)
        // The column is NULL in rows of an outer join.
        options.unreadOnReply = !row.isNull(column + 12) && row.bool(column + 12)
        return options
    }
}
