internal import ArticleExtraction
package import Articles
package import FeedFetching
internal import FeedParsing
internal import Formats
internal import Markup

/// The main text of a fetched page, from which an article is made.
package struct WholeArticle {
    package static let accept = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"
    static let maxBytes = ArticleExtractor.maxBytes
    private let page: ExtractedArticle
    private let html: [UInt8]
    private let body: [UInt8]
    private let isSelected: Bool

    package enum Problem: Error {
        /// The response is not an HTML page.
        case notAPage(String)
        case noMainText

        /// The name of the failure, in the same form as for feeds.
        package var kind: String {
            switch self {
            case .notAPage: "notAPage"
            case .noMainText: "noMainText"
            }
        }

        /// One plain line, in English.
        package var text: String {
            switch self {
            case .notAPage(let type): type
            case .noMainText: "the page has no main text"
            }
        }
    }

    /// - Parameter fullText: how to find the main text.
    package init(_ fetched: FetchedFeed, _ fullText: FullText) throws(Problem) {
        let type = fetched.answer.contentType ?? "text/html"
        let media = type.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard ["text/html", "application/xhtml+xml", "application/xml", "text/xml"].contains(media) else {
            throw .notAPage(media)
        }
        let text = Charset.decode(fetched.body, contentType: type, kind: .html).utf8
        let address = fetched.answer.finalURL.text
        let found: ExtractedArticle?
        switch fullText {
        case .automatic:
            found = ArticleExtractor.article(text, address: address)
            isSelected = false
        case .selector(let selector):
            found = ContentSelector(selector).flatMap {
                ArticleExtractor.article(text, address: address, selector: $0)
            }
            isSelected = true
        }
        guard let found else { throw .noMainText }
        page = found
        html = Array(found.html.utf8)
        body = HTMLText.plainText(html)
    }

    /// A draft of a stored article with the text of its page. The text from the feed is kept in `extra`, as
    /// `feed_html`.
    ///
    /// - Returns: nil if the feed has as much text as the page, unless the page's text was found by a selector.
    func draft(of article: Article, _ pending: PendingPage) -> ArticleDraft? {
        if !isSelected, body.count <= article.body.utf8.count { return nil }
        var draft = draft(feed: article.feed, guid: article.guid)
        draft.url = article.url
        if !article.title.isEmpty { draft.title = article.title }
        draft.author = article.author ?? draft.author
        draft.published = article.published ?? draft.published
        draft.updated = article.updated
        draft.received = article.received
        draft.language = article.language ?? draft.language
        draft.tags = article.tags.filter { !article.ownTags.contains($0) }
        draft.hasEnclosure = article.extra?.contains("\"enclosures\":") ?? false
        draft.hasImage = draft.hasImage || article.extra?.contains("\"image\":") ?? false
        draft.extra = Self.extra(of: article)
        draft.feedHash = pending.feedHash
        draft.isSilent = pending.isSilent
        return draft
    }

    /// A draft of the page as a separate article.
    package func draft(feed: String, guid: String) -> ArticleDraft {
        var draft = ArticleDraft()
        draft.feed = feed
        draft.guid = guid
        draft.title = page.title ?? ""
        draft.html = html
        draft.body = body
        draft.author = page.author
        draft.published = page.published?.seconds
        draft.language = page.language
        draft.hasImage = page.image != nil || ArticleLine.containsImage(html)
        return draft
    }

    private static func extra(of article: Article) -> String? {
        if let extra = article.extra, extra.contains("\"feed_html\":") { return extra }
        let html = article.html ?? XMLText.escape(article.body)
        if html.isEmpty { return article.extra }
        let member = "\"feed_html\":" + JSONText.string(html)
        guard let extra = article.extra, extra.count > 2 else { return "{" + member + "}" }
        return extra.dropLast() + "," + member + "}"
    }
}
