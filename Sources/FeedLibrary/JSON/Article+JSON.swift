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
        object { writer in
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
            writer.member("text", article.body)
            writer.member("html", article.safeHTML)
            if isWhole, let extra = article.extra, let value = JSONValue.parse(Array(extra.utf8)) {
                writer.key("extra")
                writer.value(value)
            }
        }
    }
}

extension Schema {
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
        ], open: true)

    static let shownArticle = Schema.object([
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
        .always("text", .string, "the plain text that is indexed"),
        .maybe("html", .string, "sanitised: safe to show"),
    ])
}
