internal import Articles
public import DocumentWriting
internal import FeedWriting
internal import Formats
internal import Ingestion
internal import Messages
public import Pipelines
public import QueryLanguage
internal import System

extension StoredArticles {
    /// Writes the articles that a query matches as one document, newest first.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of articles.
    ///   - write: receives the document part by part.
    /// - Returns: the number of articles in the document.
    public func exportDocument(
        of query: Query, as format: ArticleDocument.Format, limit: Int, until deadline: Deadline = .never,
        _ write: @escaping ([UInt8]) -> Void
    ) throws -> Int {
        let now = clock.now()
        let day = CivilTime.minute(now + Int64(clock.secondsEastOfUTC(now)))
        let language = settings.language == .simplifiedChinese ? "zh-Hans" : "en"
        let document = ArticleDocument(
            identifier: EntryID.urn("document", query.text, String(now)), title: query.text, subtitle: day,
            language: language, modified: CivilTime.rfc3339(now),
            contentsTitle: Message.documentContents.text(settings.language))
        var writer = DocumentWriter(document, format, write)
        var count = 0
        try store.until(deadline) {
            try forEachMatch(query, inPartsOf: Self.articlesAtOnce) { numbers in
                for article in try store.articles(Array(numbers.prefix(limit - count)), withTexts: true) {
                    writer.add(entry(article))
                    count += 1
                }
            }
        }
        writer.finish()
        return count
    }

    private func entry(_ article: Article) -> DocumentEntry {
        let moment = article.published ?? article.received
        let byline = [
            article.feedTitle ?? article.feed, article.author,
            CivilTime.minute(moment + Int64(clock.secondsEastOfUTC(moment))),
        ].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
        let link = article.url.map { [(text: Message.documentSource.text(settings.language), address: $0)] } ?? []
        return DocumentEntry(
            title: article.titleOrBeginning, byline: byline, language: article.language, links: link,
            html: article.safeHTML, text: article.body)
    }
}
