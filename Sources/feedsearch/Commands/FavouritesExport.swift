import Articles
import Formats
import Ingestion
import Markup
import QueryLanguage
import SQLiteStorage

/// `export --starred`: the starred articles as a JSON Feed (<https://www.jsonfeed.org/version/1.1/>), the newest first, or
/// with `--jsonl` in the form that `ingest` reads.
enum FavouritesExport {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let store = try invocation.openForReading()
        let query = try QueryParser.parse("is:starred")
        let isLines = invocation.settings.has(.jsonl)
        var writer = JSONWriter()
        var isFirst = true
        if !isLines { invocation.output.write(head(invocation)) }
        try store.until(invocation.givenDeadline()) {
            try store.forEachMatch(query, now: WallClock.now(), utcOffset: invocation.utcOffset) { number in
                guard let article = try store.article(number) else { return true }
                writer.removeAll()
                if isLines {
                    writer.ingestLine(article)
                    writer.endLine()
                } else {
                    if !isFirst { invocation.output.write([0x2C, 0x0A]) }
                    writer.item(article)
                }
                isFirst = false
                invocation.output.write(writer.bytes)
                return true
            }
        }
        if !isLines { invocation.output.write(Array("]}\n".utf8)) }
        return .done
    }

    private static func head(_ invocation: Invocation) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("version", "https://jsonfeed.org/version/1.1")
            writer.member("title", Message.favouritesTitle.text(invocation.language))
            writer.key("items")
            writer.array { _ in }
        }
        // The items go in between.
        return Array(writer.bytes.dropLast(2)) + [0x0A]
    }
}

extension JSONWriter {
    fileprivate mutating func item(_ article: Article) {
        object { writer in
            // Guids are unique in their feed only.
            writer.member("id", article.url ?? "\(article.feed)#\(article.id)")
            writer.member("url", article.url)
            writer.member("title", article.title)
            if let html = article.html {
                writer.member(
                    "content_html",
                    HTMLSanitizer.sanitize(
                        html, base: ArticleBase.base(extra: article.extra, url: article.url)))
            } else {
                writer.member("content_text", article.body)
            }
            writer.member("date_published", article.published.map(CivilTime.rfc3339))
            writer.member("date_modified", article.updated.map(CivilTime.rfc3339))
            if let author = article.author {
                writer.key("authors")
                writer.array([author]) { writer, name in writer.object { $0.member("name", name) } }
            }
            writer.member("language", article.language)
            writer.member("tags", article.ownTags + article.tags)
            // An extension of ours begins with an underscore: <https://www.jsonfeed.org/version/1.1/#extensions>.
            writer.key("_feedsearch")
            writer.object { writer in
                writer.member("feed", MaskedURL.mask(article.feed))
                writer.member("feed_title", article.feedTitle)
                writer.member("id", article.id)
            }
        }
    }
}
