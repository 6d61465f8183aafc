internal import Articles
internal import Formats
internal import Ingestion
package import Pipelines
internal import QueryLanguage
internal import ReaderArchives

/// Forms of an export for other readers.
package enum ExportForm: String, CaseIterable, Sendable {
    /// Subscriptions.
    case opml, newsboat
    /// Starred articles.
    case jsonfeed, jsonl
    case googleReader = "google-reader"
    case csv

    package static let ofSubscriptions: [ExportForm] = [.opml, .newsboat]
    package static let ofFavourites: [ExportForm] = [.jsonfeed, .jsonl, .googleReader, .csv]
}

extension Library {
    /// The subscriptions in the format of another reader.
    package func exportSubscriptions(
        as form: ExportForm, until deadline: Deadline = .never, withSecrets: Bool = false
    ) throws -> String {
        guard form == .newsboat else {
            return try exportSubscriptions(until: deadline, withSecrets: withSecrets)
        }
        let feeds = try store.until(deadline) { try store.feeds() }
        return ArchiveWriter.newsboat(
            feeds.map {
                MovedSubscription(
                    url: withSecrets ? $0.url : MaskedURL.withoutLogin($0.url), title: $0.ownTitle ?? $0.title,
                    homeURL: $0.homeURL, folders: $0.folders)
            })
    }

    /// The starred articles in the format of another reader.
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
}
