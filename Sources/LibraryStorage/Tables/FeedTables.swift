package import Database

extension Table {
    package static let feed = Table(
        "feed", counter: "feed",
        [
            Column("id", .integer), Column("url", .text, hasKey: true), Column("title", .text),
            Column("own_title", .text), Column("home_url", .text), Column("description", .text),
            Column("language", .text), Column("icon", .text), Column("subscribed", .bool), Column("paused", .bool),
            Column("added", .integer), Column("articles", .integer), Column("unread", .integer),
            Column("copyright", .text),
        ])

    /// The folders. Folder 0 is the root.
    package static let folder = Table(
        "folder", counter: "folder",
        [Column("id", .integer), Column("parent", .integer), Column("name", .text, hasKey: true)])

    package static let feedFolder = Table(
        "feed_folder", key: 2, [Column("folder", .integer), Column("feed", .integer)])

    /// The manual order of the items in each folder. Folder 0 is the root. Items without a row sort last.
    package static let handPlace = Table(
        "hand_place", key: 3,
        [
            Column("folder", .integer), Column("kind", .integer16), Column("member", .integer),
            Column("place", .integer32),
        ])

    /// The fetch state of feeds.
    package static let feedFetch = Table(
        "feed_fetch",
        [
            Column("feed", .integer), Column("etag", .text), Column("last_modified", .text),
            Column("content_hash", .text), Column("next_fetch", .integer), Column("not_before", .integer),
            Column("last_fetch", .integer), Column("last_success", .integer), Column("failures", .integer),
            Column("failure_kind", .text), Column("failure_text", .text), Column("moved_to", .text),
            Column("moved_count", .integer), Column("gone", .bool), Column("trusted_origin", .text),
            Column("refresh_minutes", .integer), Column("skip_hours", .integer), Column("skip_days", .integer),
            Column("newest", .integers), Column("alerted", .bool),
        ])

    package static let feedOption = Table(
        "feed_option",
        [
            Column("feed", .integer), Column("user_agent", .text), Column("headers", .text), Column("cookies", .text),
            Column("credentials", .text), Column("proxy", .text),
            Column("interval_seconds", .integer, sqliteName: "interval"), Column("keep_count", .integer),
            Column("keep_seconds", .integer), Column("keep_unread", .integer), Column("full_text", .text),
            Column("keep_read", .integer),
            Column("replies", .text), Column("unread_on_reply", .bool),
        ])

    package static let feedIcon = Table(
        "feed_icon",
        [
            Column("feed", .integer), Column("url", .text), Column("type", .text), Column("bytes", .bytes),
            Column("checked", .integer), Column("next_check", .integer),
        ])

    /// The recipes for making feeds from web pages, as JSON.
    package static let feedRecipe = Table("feed_recipe", [Column("feed", .integer), Column("recipe", .text)])
}
