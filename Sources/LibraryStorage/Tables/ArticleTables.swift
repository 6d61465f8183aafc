package import Database

extension Table {
    package static let author = Table(
        "author", counter: "author",
        [
            Column("id", .integer), Column("name", .text, hasKey: true),
            Column("folded", .text, isSQLiteOnly: true),
        ])

    package static let tag = Table(
        "tag", counter: "tag",
        [Column("id", .integer), Column("name", .text, hasKey: true), Column("folded", .text, hasKey: true)])

    package static let article = Table("article", counter: "article", [Column("n", .integer)] + articleColumns)
    package static let articleText = Table("article_text", [Column("n", .integer)] + textColumns)

    package static let textDictionary = Table(
        "text_dictionary", [Column("id", .integer), Column("articles", .integer), Column("bytes", .bytes)])

    /// Former guids of articles whose feed has changed the guid.
    package static let articleAlias = Table(
        "article_alias", key: 2,
        [Column("feed", .integer), Column("guid", .text, hasKey: true), Column("n", .integer)])

    /// Hashes of article contents that were replaced or that are older than the stored content.
    package static let articleVersion = Table(
        "article_version", key: 2, [Column("n", .integer), Column("hash", .integer)])

    /// The tags of articles. Own tags were added by the reader, all others by the feed.
    package static let articleTag = Table(
        "article_tag", key: 3, [Column("n", .integer), Column("tag", .integer), Column("own", .bool)])

    /// The history: one row for each transaction that stored or changed articles. Tokens ascend, so that followers can
    /// read the changes since the last token that they received.
    package static let history = Table(
        "history", counter: "history",
        [
            Column("token", .integer), Column("at", .integer), Column("first_inserted", .integer),
            Column("last_inserted", .integer), Column("changed", .integers),
        ])

    package static let clientState = Table("client_state", [Column("client", .text), Column("state", .bytes)])

    /// Actions that can be undone.
    package static let action = Table(
        "action", counter: "action",
        [
            Column("id", .integer), Column("at", .integer), Column("kind", .text), Column("articles", .integer),
            Column("subject", .text),
        ])

    /// The changes that are needed to undo an action, in each engine's own form.
    package static let actionChange = Table("action_change", [Column("action", .integer)])

    /// The table `action_change` in the form in which it is copied between engines: parts of up to
    /// `RowChange.partCount` changes, in the text form of `RowChange`.
    package static let copiedActionChange = Table(
        "action_change", key: 2,
        [Column("action", .integer), Column("part", .integer), Column("changes", .text)])

    /// Removed articles that can still be restored.
    package static let removedArticle = Table(
        "removed_article",
        [Column("n", .integer), Column("action", .integer)] + articleColumns + textColumns + [
            Column("tags", .integers), Column("own_tags", .integers),
        ])

    /// The guids of removed articles. If such an article is still in the feed, it is not stored again.
    package static let removedGUID = Table(
        "removed_guid", key: 2,
        [Column("feed", .integer), Column("guid", .text, hasKey: true), Column("n", .integer)])

    /// Articles whose web page is to be fetched. After the last failed attempt, `due` is NULL and the reason is set.
    package static let pageQueue = Table(
        "page_queue",
        [
            Column("n", .integer), Column("due", .integer), Column("attempts", .integer), Column("silent", .bool),
            Column("failure_kind", .text), Column("failure_text", .text),
        ])

    /// The times at which articles were last opened. Articles in the bin keep their row.
    package static let articleOpened = Table(
        "article_opened", [Column("n", .integer), Column("opened", .integer)])

    /// The places of replies in their topics. `topic` is NULL until the topic is stored. The row of a removed reply is
    /// kept until the bin is emptied, so that the reply can be restored.
    package static let articleReply = Table(
        "article_reply",
        [
            Column("n", .integer), Column("topic", .integer), Column("topic_guid", .text, hasKey: true),
            Column("in_reply_to", .text), Column("number", .integer), Column("likes", .integer),
        ])

    /// The pages of topics as they were last fetched. `listed`, set only for the first page, is the number of replies
    /// according to the list of topics.
    package static let topicPage = Table(
        "topic_page", key: 2,
        [
            Column("n", .integer), Column("place", .integer), Column("url", .text), Column("etag", .text),
            Column("last_modified", .text), Column("content_hash", .text), Column("next", .text),
            Column("listed", .integer),
        ])

    package static let arrivalRule = Table(
        "arrival_rule", counter: "rule",
        [
            Column("id", .integer), Column("query", .text), Column("action", .text), Column("tag", .text),
            Column("created", .integer), Column("matched", .integer), Column("delay", .integer),
            Column("next", .integer), Column("member", .integer),
        ])

    private static let articleColumns = [
        Column("feed", .integer), Column("sort_date", .integer), Column("published", .integer),
        Column("updated", .integer), Column("received", .integer), Column("read", .bool), Column("starred", .bool),
        Column("flags", .integer), Column("author", .integer), Column("language", .text), Column("hash", .integer),
        Column("guid", .text, hasKey: true), Column("url", .text),
    ]

    private static let textColumns = [
        Column("title", .text), Column("body", .body), Column("html", .html), Column("extra", .text),
    ]
}
