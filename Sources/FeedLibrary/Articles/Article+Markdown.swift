package import Articles
internal import Ingestion
internal import Markup

extension Article {
    /// The text of the article as Markdown, from the HTML without active content. If there is no HTML, it is the plain
    /// text.
    package var markdown: String {
        guard let html = safeHTML else { return MarkdownText.plain(body) }
        return TextDocument(sanitized: html, page: url).markdown()
    }
}
