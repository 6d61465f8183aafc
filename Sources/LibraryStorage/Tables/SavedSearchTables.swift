package import Database

extension Table {
    package static let savedSearch = Table(
        "saved_search", counter: "search",
        [
            Column("id", .integer), Column("name", .text, hasKey: true), Column("query", .text),
            Column("created", .integer), Column("comment", .text), Column("color", .text),
        ])

    package static let alertRule = Table(
        "alert_rule",
        [
            Column("search", .integer), Column("channel", .text), Column("digest", .text),
            Column("quiet_hours", .text), Column("secret", .text), Column("signature", .text),
            Column("failures", .integer), Column("not_before", .integer), Column("disabled", .text),
            Column("headers", .text),
            Column("content_type", .text), Column("is_each", .bool), Column("template", .text),
            Column("condition", .text),
        ])

    /// Feeds whose first articles are being stored.
    package static let firstImport = Table("first_import", [Column("feed", .integer)])

    /// The matches found by each commit that are not sorted by search yet.
    package static let alertBatch = Table(
        "alert_batch", counter: "alert_batch",
        [Column("id", .integer), Column("at", .integer), Column("first_new", .integer), Column("matches", .bytes)])

    /// The matches that wait for delivery.
    package static let alertWaiting = Table(
        "alert_waiting", key: 2,
        [Column("search", .integer), Column("first", .integer), Column("at", .integer), Column("rest", .bytes)])

    /// Removed searches, each with the last commit whose unsorted matches may contain matches of the search.
    package static let alertForgotten = Table(
        "alert_forgotten", key: 2, [Column("search", .integer), Column("batch", .integer)])

    /// The articles that a search has notified the user of.
    package static let alert = Table(
        "alert", key: 2,
        [
            Column("search", .integer), Column("article", .integer), Column("at", .integer),
            Column("delivery", .integer),
        ])

    /// The number of waiting matches of each search, and the time of the oldest.
    package static let alertQueue = Table(
        "alert_queue", [Column("search", .integer), Column("waiting", .integer), Column("since", .integer)])

    package static let alertDelivery = Table(
        "alert_delivery", counter: "delivery",
        [
            Column("id", .integer), Column("uid", .text), Column("search", .integer), Column("state", .integer),
            Column("created", .integer), Column("due", .integer), Column("attempts", .integer),
            Column("finished", .integer), Column("failure", .text),
        ])

    /// The numbers of articles of searches with a condition, by hour (`TrendCounts`). `feed` is 0 unless each feed is
    /// tested separately.
    package static let trendCount = Table(
        "trend_count", key: 3,
        [
            Column("search", .integer), Column("feed", .integer), Column("hour", .integer),
            Column("articles", .integer),
        ])

    /// The condition and the query for which the articles of a search were counted. Periods that end before the hour
    /// `since` cause no event. `pending` is the first hour whose count has changed since the last test. `due` is the
    /// time at which the current gap between articles will meet the condition.
    package static let trendState = Table(
        "trend_state",
        [
            Column("search", .integer), Column("condition", .text), Column("query", .text), Column("since", .integer),
            Column("pending", .integer), Column("due", .integer),
        ])

    /// Events, each with the id of its delivery. Events are kept longer than deliveries, so that none is repeated.
    package static let trendEvent = Table(
        "trend_event",
        [
            Column("delivery", .integer), Column("search", .integer), Column("feed", .integer),
            Column("condition", .text), Column("first_hour", .integer), Column("end_hour", .integer),
            Column("at", .integer), Column("articles", .integer), Column("usual", .integer),
        ])
}
