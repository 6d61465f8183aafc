package import Articles
package import Database
internal import Formats

/// Reads and writes the fetch state of feeds in the table `feed_fetch`.
package enum FeedFetchRow {
    private static let columns = [
        "etag", "last_modified", "content_hash", "next_fetch", "not_before", "last_fetch", "last_success", "failures",
        "failure_kind", "failure_text", "moved_to", "moved_count", "gone", "refresh_minutes", "skip_hours", "skip_days",
        "newest", "alerted",
    ]

    /// Inserts or replaces fetch states, except for the trusted origin.
    package static func insert(_ states: [FeedFetchState], _ database: any LibraryDatabase) throws {
        try database.insert(
            states.map(values), into: .feedFetch, ["feed"] + columns, onConflict: .updates(columns))
    }

    private static func values(_ state: FeedFetchState) -> [DatabaseValue] {
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

    /// The columns that `state` reads from the feed `f`, its fetch state `s` and its options `o`.
    static let selected =
        "f.id, f.url, coalesce(f.own_title, f.title, f.url), s.trusted_origin, "
        + SQL.columns(columns, of: .feedFetch, alias: "s") + ", " + FeedOptionRow.selected

    /// The SQL condition for feeds `f` that are subscribed to but cannot be fetched, according to their fetch state
    /// `s`.
    static let isFailing: SQL = "f.subscribed AND (s.failure_kind IS NOT NULL OR s.gone)"

    /// The maximum number of newest articles of a feed whose dates are read.
    private static let maxNewest = 32

    /// The kind of a stored failure. Earlier versions stored an empty or compressed body as `notAFeed`.
    private static func kind(_ stored: String, _ text: String?) -> String {
        let isDamaged = ["The document is empty.", "This is gzip data, not a feed."].contains(text)
        return stored == "notAFeed" && isDamaged ? "badAnswer" : stored
    }

    static func state(_ row: any DatabaseRow) -> FeedFetchState {
        var state = FeedFetchState(feed: row.integer(0), url: row.text(1), title: row.text(2))
        state.trustedOrigin = row.textOrNil(3)
        state.etag = row.textOrNil(4)
        state.lastModified = row.textOrNil(5)
        state.contentHash = row.textOrNil(6)
        state.nextFetch = row.seconds(7)
        state.notBefore = row.seconds(8)
        state.lastFetch = row.seconds(9)
        state.lastSuccess = row.seconds(10)
        state.failures = row.count(11)
        state.failureText = row.textOrNil(13)
        state.failureKind = row.textOrNil(12).map { kind($0, state.failureText) }
        state.movedTo = row.textOrNil(14)
        state.movedCount = row.count(15)
        state.isGone = row.bool(16)
        state.refreshMinutes = row.countOrNil(17)
        state.skipHours = row.integer(18)
        state.skipDays = row.integer(19)
        state.newest = row.integers(20).prefix(maxNewest).map { CivilTime.bounded(seconds: $0) }
        state.isAlerted = row.bool(21)
        state.options = FeedOptionRow.options(row, from: 22)
        return state
    }
}
