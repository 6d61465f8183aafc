/// A table of a library in the form that all engines have in common. What an engine stores beyond it follows from it: keys of
/// names, the index, and all that is kept beside the index.
package struct CopiedTable: Sendable {
    package let name: String
    /// Those that a row is known by come first.
    package let columns: [Column]
    package let keyCount: Int
    package let selection: Selection

    package struct Column: Sendable {
        package let name: String
        package let kind: Kind
    }

    package enum Kind: Sendable {
        case integer
        /// 0 or 1.
        case flag
        case text
        /// Bytes that an engine may store as text.
        case body
        /// An article's HTML as it came. An engine stores it packed, with the body as prefix, which is a column before it.
        case html
        case bytes
        case integers
    }

    /// The rows that are copied.
    package enum Selection: Sendable {
        case all
        /// Actions that still have articles in the bin. What takes back others is in the form of the engine.
        case withRemovedArticles
        /// But for those in which an engine keeps what it knows of its own lists.
        case clients
        /// Removed guids that are known; a server may have some of which it knows the key alone.
        case withGuid
    }

    /// The rows of `client_state` that belong to an engine.
    package static let engineClients = ["title-words", "title-words-icu", "frequent-words", "guid-renames"]

    private init(
        _ name: String, key: Int = 1, selection: Selection = .all, _ columns: [(Kind, String)]
    ) {
        self.name = name
        self.columns = columns.map { Column(name: $1, kind: $0) }
        keyCount = key
        self.selection = selection
    }

    package var keys: ArraySlice<Column> { columns.prefix(keyCount) }
    /// The same rows without what they hold.
    package var keysAlone: Self { Self(name, key: keyCount, selection: selection, keys.map { ($0.kind, $0.name) }) }
    package var holdsTexts: Bool { columns.contains { $0.name == "body" } }

    private static func integers(_ names: String...) -> [(Kind, String)] { names.map { (.integer, $0) } }
    private static func texts(_ names: String...) -> [(Kind, String)] { names.map { (.text, $0) } }
    private static func flags(_ names: String...) -> [(Kind, String)] { names.map { (.flag, $0) } }

    private static let article: [(Kind, String)] =
        integers("feed", "sort_date", "published", "updated", "received") + flags("read", "starred")
        + integers("flags", "author") + texts("language") + integers("hash") + texts("guid", "url")

    private static let articleText: [(Kind, String)] = [
        (.text, "title"), (.body, "body"), (.html, "html"), (.text, "extra"),
    ]

    /// All tables; a row comes behind those that it refers to.
    package static let all: [Self] =
        feeds + articles + [
            Self(
                "arrival_rule",
                integers("id") + texts("query", "action", "tag") + integers("created", "matched", "delay", "next"))
        ] + searches

    private static let feeds: [Self] = [
        Self(
            "feed",
            integers("id") + texts("url", "title", "own_title", "home_url", "description", "language", "icon")
                + flags("subscribed", "paused") + integers("added", "articles", "unread")),
        Self("folder", integers("id", "parent") + texts("name")),
        Self("feed_folder", key: 2, integers("folder", "feed")),
        Self("hand_place", key: 3, integers("folder", "kind", "member", "place")),
        Self(
            "feed_fetch",
            integers("feed") + texts("etag", "last_modified", "content_hash")
                + integers("next_fetch", "not_before", "last_fetch", "last_success", "failures")
                + texts("failure_kind", "failure_text", "moved_to") + integers("moved_count") + flags("gone")
                + texts("trusted_origin") + integers("refresh_minutes", "skip_hours", "skip_days")
                + [(.integers, "newest"), (.flag, "alerted")]),
        Self(
            "feed_option",
            integers("feed") + texts("user_agent", "headers", "cookies", "credentials", "proxy")
                + integers("interval_seconds", "keep_count", "keep_seconds", "keep_unread") + texts("full_text")),
        Self(
            "feed_icon",
            integers("feed") + texts("url", "type") + [(.bytes, "bytes")] + integers("checked", "next_check")),
        Self("feed_recipe", integers("feed") + texts("recipe")),
    ]

    private static let articles: [Self] = [
        Self("author", integers("id") + texts("name")),
        Self("tag", integers("id") + texts("name")),
        Self("article", integers("n") + article),
        Self("article_text", integers("n") + articleText),
        Self("article_alias", key: 2, integers("feed") + texts("guid") + integers("n")),
        Self("article_version", key: 2, integers("n", "hash")),
        Self("article_tag", key: 3, integers("n", "tag") + flags("own")),
        Self("history", integers("token", "at", "first_inserted", "last_inserted") + [(.integers, "changed")]),
        Self("client_state", selection: .clients, texts("client") + [(.bytes, "state")]),
        Self(
            "action", selection: .withRemovedArticles,
            integers("id", "at") + texts("kind") + integers("articles") + texts("subject")),
        Self(
            "removed_article",
            integers("n", "action") + article + articleText + [(.integers, "tags"), (.integers, "own_tags")]),
        Self("removed_guid", key: 2, selection: .withGuid, integers("feed") + texts("guid") + integers("n")),
        Self(
            "page_queue",
            integers("n", "due", "attempts") + flags("silent") + texts("failure_kind", "failure_text")),
    ]

    private static let searches: [Self] = [
        Self("saved_search", integers("id") + texts("name", "query") + integers("created") + texts("comment")),
        Self(
            "alert_rule",
            integers("search") + texts("channel", "digest", "quiet_hours", "secret", "signature")
                + integers("failures", "not_before") + texts("disabled")),
        Self("first_import", integers("feed")),
        Self("alert_batch", integers("id", "at", "first_new") + [(.bytes, "matches")]),
        Self("alert_waiting", key: 2, integers("search", "first", "at") + [(.bytes, "rest")]),
        Self("alert_forgotten", key: 2, integers("search", "batch")),
        Self("alert", key: 2, integers("search", "article", "at", "delivery")),
        Self("alert_queue", integers("search", "waiting", "since")),
        Self(
            "alert_delivery",
            integers("id") + texts("uid")
                + integers("search", "state", "created", "due", "attempts", "finished") + texts("failure")),
    ]
}

/// Numbers that are given once: the last one of each kind is copied, so that none comes a second time.
package enum CopiedNumber: String, CaseIterable, Sendable {
    case article, feed, folder, author, tag, history, action, rule, search, delivery
    case alertBatch = "alert_batch"
}
