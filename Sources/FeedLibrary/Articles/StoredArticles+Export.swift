internal import Articles
internal import Formats
internal import Ingestion
internal import Messages
public import Pipelines
internal import QueryLanguage
internal import ReaderArchives

extension StoredArticles {
    /// Writes the starred articles in the format of another reader.
    ///
    /// - Parameter write: receives the document part by part.
    package func exportFavourites(
        as form: ExportForm, until deadline: Deadline = .never, _ write: ([UInt8]) -> Void
    ) throws {
        guard form == .googleReader || form == .csv else {
            return try exportFavourites(asLines: form == .jsonl, until: deadline, write)
        }
        let isCSV = form == .csv
        write(Array((isCSV ? ArchiveWriter.csvHead : ArchiveWriter.googleReaderHead).utf8))
        var isFirst = true
        try store.until(deadline) {
            try forEachMatch(QueryParser.parse("is:starred")) { number in
                guard let article = try store.article(number) else { return true }
                let moved = MovedArticle(
                    feed: MaskedURL.withoutLogin(article.feed), feedTitle: article.feedTitle, guid: article.guid,
                    url: article.url,
                    title: article.title, html: article.safeHTML.map { Array($0.utf8) }, text: article.body,
                    author: article.author, published: article.published ?? article.received, read: article.read,
                    starred: true, tags: article.ownTags, categories: article.tags)
                guard let text = isCSV ? ArchiveWriter.csv(moved) : ArchiveWriter.googleReader(moved) else {
                    return true
                }
                write(Array(((isFirst || isCSV ? "" : ",\n") + text).utf8))
                isFirst = false
                return true
            }
        }
        if !isCSV { write(Array(ArchiveWriter.googleReaderEnd.utf8)) }
    }

    /// Writes the starred articles, newest first, as a JSON Feed (<https://www.jsonfeed.org/version/1.1/>) or as lines
    /// that `ingest` can read.
    ///
    /// - Parameter write: receives the document part by part.
    public func exportFavourites(asLines: Bool, until deadline: Deadline = .never, _ write: ([UInt8]) -> Void) throws {
        let query = try QueryParser.parse("is:starred")
        var writer = JSONWriter()
        var isFirst = true
        if !asLines { write(favouritesHead()) }
        try store.until(deadline) {
            try forEachMatch(query, inPartsOf: Self.articlesAtOnce) { numbers in
                for article in try store.articles(numbers, withTexts: true) {
                    writer.removeAll()
                    if asLines {
                        writer.ingestLine(article)
                        writer.endLine()
                    } else {
                        if !isFirst { write([0x2C, 0x0A]) }
                        writer.item(article)
                    }
                    isFirst = false
                    write(writer.bytes)
                }
            }
        }
        if !asLines { write(Array("]}\n".utf8)) }
    }

    private func favouritesHead() -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("version", "https://jsonfeed.org/version/1.1")
            writer.member("title", Message.favouritesTitle.text(settings.language))
            writer.key("items")
            writer.array { _ in }
        }
        // Remove the closing brackets, since the items are appended.
        return Array(writer.bytes.dropLast(2)) + [0x0A]
    }
}
