public import Articles
public import Formats
internal import Ingestion
internal import Markup
internal import SQLiteEngine

extension JSONWriter {
    public mutating func item(_ article: Article) {
        object { writer in
            // Guids are unique only within their feed, so include the feed's address.
            writer.member("id", article.url ?? "\(article.feed)#\(article.guid)")
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
            // Extensions begin with an underscore: <https://www.jsonfeed.org/version/1.1/#extensions>.
            writer.key("_feedsearch")
            writer.object { writer in
                writer.member("feed", MaskedURL.mask(article.feed))
                writer.member("feed_title", article.feedTitle)
                writer.member("id", article.guid)
            }
        }
    }
}
