package import Articles
internal import Ingestion
internal import System

extension Library {
    /// Fetches the page of one article for its whole text, and stores it; blocks the calling thread for 20 seconds at most.
    ///
    /// - Returns: how it ended; nil where the article has no page.
    package func fetchPage(of article: ArticleID) throws -> PageOutcome.Result? {
        var refresh = FeedRefreshSettings(fetcher: try settings.fetcher())
        (refresh.secrets, refresh.confirmations) = (settings.secrets, settings.confirmations.confirmations)
        return try PageFetcher(settings: refresh).fetch(article, in: store, now: clock.now())
    }
}
