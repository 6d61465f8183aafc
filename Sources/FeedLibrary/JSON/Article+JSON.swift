public import Articles
internal import FeedParsing
public import Formats
internal import Ingestion
internal import Messages
internal import SQLiteEngine

extension JSONWriter {
    /// Writes an article in the form that `ingest --format jsonl` reads, including its state. The member `n` is the
    /// article's id.
    public mutating func ingestLine(_ article: Article) {
        object { writer in
            writer.member("n", Int(article.id))
            writer.member("feed", MaskedURL.withoutLogin(article.feed))
            writer.member("id", article.guid)
            writer.member("url", article.url)
            writer.member("title", article.title)
            writer.member("published", article.published.map(CivilTime.rfc3339))
            writer.member("updated", article.updated.map(CivilTime.rfc3339))
            writer.member("received", CivilTime.rfc3339(article.received))
            writer.member("author", article.author)
            writer.member("language", article.language)
            if let html = article.html { writer.member("html", html) } else { writer.member("text", article.body) }
            writer.member("tags", article.tags)
            if !article.ownTags.isEmpty { writer.member("own_tags", article.ownTags) }
            writer.member("read", article.read)
            writer.member("starred", article.starred)
            if article.hidden { writer.member("hidden", true) }
            writer.member("opened", article.opened.map(CivilTime.rfc3339))
            writer.reply(article)
            // Write the members that are stored without a separate column: summary, authors, image, enclosures and
            // extensions.
            if let extra = article.extra, case .object(let members)? = JSONValue.parse(Array(extra.utf8)) {
                for (key, value) in members {
                    writer.key(key)
                    writer.value(value)
                }
            }
        }
    }

    /// Writes an article for display: plain text, and HTML that is safe to show.
    ///
    /// - Parameter isWhole: whether to include more members, in the form in which they were received.
    public mutating func shown(_ article: Article, isWhole: Bool = false) {
        shown(article, depth: nil, isWhole: isWhole)
    }

    /// Writes a reply in a thread.
    package mutating func threadReply(_ article: Article, depth: Int) {
        shown(article, depth: depth, isWhole: false)
    }

    private mutating func shown(_ article: Article, depth: Int?, isWhole: Bool) {
        object { writer in
            writer.member("depth", depth)
            writer.member("n", Int(article.id))
            writer.member("feed", MaskedURL.withoutLogin(article.feed))
            writer.member("feed_title", article.feedTitle)
            writer.member("id", article.guid)
            writer.member("url", article.url)
            writer.member("title", BidiControls.removed(from: article.title))
            writer.member("author", article.author)
            writer.member("published", article.published.map(CivilTime.rfc3339))
            writer.member("updated", article.updated.map(CivilTime.rfc3339))
            writer.member("received", CivilTime.rfc3339(article.received))
            writer.member("language", article.language)
            writer.member("tags", article.ownTags + article.tags)
            writer.member("read", article.read)
            writer.member("starred", article.starred)
            writer.member("opened", article.opened.map(CivilTime.rfc3339))
            writer.member("parent", article.topic.map { Int($0) })
            writer.reply(article)
            writer.comments(article)
            writer.member("text", article.body)
            writer.member("html", article.safeHTML)
            if isWhole, let extra = article.extra, let value = JSONValue.parse(Array(extra.utf8)) {
                writer.key("extra")
                writer.value(value)
            }
        }
    }
}

extension JSONWriter {
    /// Writes the member `reply`, the place of a reply in its topic.
    fileprivate mutating func reply(_ article: Article) {
        guard let reply = article.reply else { return }
        key("reply")
        object { writer in
            writer.member("topic", reply.topic)
            writer.member("in_reply_to", reply.inReplyTo)
            writer.member("number", reply.number.map { Int($0) })
            writer.member("likes", reply.likes.map { Int($0) })
        }
    }

    /// Writes the member `comments`, the article's `ArticleComments`.
    fileprivate mutating func comments(_ article: Article) {
        guard let comments = ArticleComments(of: article) else { return }
        key("comments")
        object { writer in
            writer.member("count", comments.count.map { Int($0) })
            writer.member("url", comments.page.map { MaskedURL.mask($0) })
            writer.member("feed", comments.feed.map { MaskedURL.mask($0) })
        }
    }
}

extension Schema {
    static let replyPlace = Schema.object([
        .always("topic", .string, "the id of the topic in the same feed"),
        .maybe("in_reply_to", .string, "the id of the reply that it answers"),
        .maybe("number", .integer()),
        .maybe("likes", .integer()),
    ])

    static let comments = Schema.object([
        .maybe("count", .integer()),
        .maybe("url", .string, "the page with the comments"),
        .maybe("feed", .string, "the feed of the comments"),
    ])

    static let article = Schema.object(
        [
            .always("n", .integer()),
            .always("feed", .string),
            .always("id", .string),
            .maybe("url", .string),
            .maybe("title", .string),
            .maybe("published", .date),
            .maybe("updated", .date),
            .always("received", .date),
            .maybe("author", .string),
            .maybe("language", .string),
            .maybe("html", .string, "as in the feed, not sanitised"),
            .maybe("text", .string, "if there is no html"),
            .always("tags", strings, "the feed's"),
            .maybe("own_tags", strings, "the reader's"),
            .always("read", .boolean),
            .always("starred", .boolean),
            .maybe("hidden", .boolean),
            .maybe("opened", .date, "when it was last opened"),
            .maybe("reply", replyPlace, "of a reply to a topic"),
        ], open: true)

    static let shownArticle = Schema.object(shownMembers)

    static let threadReply = Schema.object(
        [.always("depth", .integer(), "how many replies are between the reply and its topic")] + shownMembers)

    private static let shownMembers: [Schema.Member] = [
        .always("n", .integer()),
        .always("feed", .string),
        .maybe("feed_title", .string),
        .always("id", .string),
        .maybe("url", .string),
        .maybe("title", .string),
        .maybe("author", .string),
        .maybe("published", .date),
        .maybe("updated", .date),
        .always("received", .date),
        .maybe("language", .string),
        .always("tags", strings, "the reader's, then the feed's"),
        .always("read", .boolean),
        .always("starred", .boolean),
        .maybe("opened", .date, "when it was last opened"),
        .maybe("parent", .integer(), "the number of the topic of a reply"),
        .maybe("reply", replyPlace, "of a reply to a topic"),
        .maybe("comments", comments, "what the feed says about its comments"),
        .always("text", .string, "the plain text that is indexed"),
        .maybe("html", .string, "sanitised: safe to show"),
    ]
}
