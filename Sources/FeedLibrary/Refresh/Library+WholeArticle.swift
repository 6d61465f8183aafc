package import Articles
internal import FeedFetching
internal import Ingestion
internal import System

extension Library {
    /// Fetches the page of one article and stores its full text; blocks the calling thread for at most 20 seconds.
    ///
    /// - Returns: the result; nil if the article has no page.
    package func fetchPage(of article: ArticleID) throws -> PageOutcome.Result? {
        var refresh = FeedRefreshSettings(fetcher: try considerateFetcher())
        (refresh.secrets, refresh.confirmations) = (settings.secrets, settings.confirmations.confirmations)
        let result = try PageFetcher(settings: refresh).fetch(article, in: store, now: clock.now())
        try refresh.fetcher.quietHosts?.save(in: store)
        return result
    }
}

extension Library {
    /// A fetcher with the library's settings that does not contact hosts that asked for a pause.
    ///
    /// - Throws: `Complaint` for an invalid setting, `StorageError`.
    func considerateFetcher() throws -> Fetcher {
        var fetcher = try settings.fetcher()
        let hosts = QuietHosts()
        try hosts.begin(in: store, now: clock.now())
        fetcher.quietHosts = hosts
        return fetcher
    }
}
