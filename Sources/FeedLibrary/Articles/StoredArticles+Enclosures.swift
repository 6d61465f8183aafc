package import Articles
internal import FeedFetching
internal import FeedWriting
package import Ingestion
internal import SQLiteEngine
internal import System

/// A file that belongs to an article: audio, video or a document.
package struct ListedEnclosure {
    package var article: Article
    package var url: String
    package var type: String?
    /// The size in bytes, as stated by the feed.
    package var length: Int?
    /// The number of the file within its article, from 1.
    package var place: Int
}

extension StoredArticles {
    /// The files of the given articles. Each address is listed only once per article.
    ///
    /// - Parameter limit: the maximum number of files.
    package func enclosures(of articles: [ArticleID], limit: Int = .max) throws -> [ListedEnclosure] {
        var listed: [ListedEnclosure] = []
        for number in articles where listed.count < limit {
            guard let article = try store.article(number) else { continue }
            var seen: Set<String> = []
            for enclosure in article.enclosures where seen.insert(enclosure.url).inserted && listed.count < limit {
                listed.append(
                    ListedEnclosure(
                        article: article, url: enclosure.url, type: enclosure.type,
                        length: enclosure.length.map { Int($0) }, place: seen.count))
            }
        }
        return listed
    }

    /// Downloads files attached to articles.
    ///
    /// - Parameters:
    ///   - wanted: the files to download, each with its target path.
    ///   - maxBytes: the maximum size of a file in bytes; larger files are refused.
    ///   - isEnding, onProgress, onResult: see `EnclosureDownloader.download`.
    package func download(
        _ wanted: [(enclosure: ListedEnclosure, path: String)], maxBytes: Int, isEnding: () -> Bool,
        onProgress: (Int) -> Void, onResult: (Int, DownloadResult) -> Void
    ) throws {
        var requests = FeedRefreshSettings(fetcher: try settings.fetcher())
        requests.secrets = settings.secrets
        requests.confirmations = settings.confirmations.confirmations
        let feeds = Dictionary(try store.feeds(subscribedOnly: false).map { ($0.url, $0.id) }) { first, _ in first }
        let downloads = try wanted.map { item in
            guard let feed = feeds[item.enclosure.article.feed] else {
                throw StorageError.noSuchFeed(item.enclosure.article.feed)
            }
            return EnclosureDownload(
                feed: feed, url: item.enclosure.url, mediaType: item.enclosure.type, path: item.path)
        }
        try EnclosureDownloader(settings: requests, maxBytes: maxBytes).download(
            downloads, in: store, now: clock.now(), isEnding: isEnding, onProgress: onProgress, onResult: onResult)
    }
}
