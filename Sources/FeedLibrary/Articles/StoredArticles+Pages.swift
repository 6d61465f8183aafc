package import Articles
internal import FeedFetching
internal import Formats
internal import Ingestion
internal import Messages
internal import PageRecipes
internal import System

/// A web page that was stored as an article.
package struct SavedPage {
    package var article: Int64
    package var title: String
    /// Whether the page was stored for the first time.
    package var isNew: Bool
}

extension StoredArticles {
    /// The address of the built-in feed that contains the web pages saved by the user.
    package static let savedPages = "urn:feedsearch:saved-pages"

    /// Fetches a web page and stores its main text as an article, which replaces a stored version.
    ///
    /// - Parameters:
    ///   - page: the page's address, which may be on a private network, since the user entered it.
    ///   - content: a CSS selector of the elements that contain the text. If nil, the elements are found automatically.
    /// - Throws: `UserFacingError` if the page does not exist or has no main text; `StorageError`.
    package func savePage(_ page: TypedFeed, content: String?) throws -> SavedPage {
        if let content, (try? Selector(content)) == nil { throw userError(.badContentSelector, [content]) }
        let fetched = try settings.fetchedPage(page)
        let whole: WholeArticle
        do throws(WholeArticle.Problem) {
            whole = try WholeArticle(fetched, content.map { .selector($0) } ?? .automatic)
        } catch {
            throw settings.notSaved(page, kind: error.kind, detail: error.text)
        }
        // Identify the page by the address that the user entered: the target of a redirect may change.
        let address = page.typed.candidates[0].text
        var draft = whole.draft(feed: Self.savedPages, guid: address)
        draft.url = address
        if draft.title.isEmpty { draft.title = address }
        draft.received = clock.now()
        if try store.feed(named: Self.savedPages) == nil {
            var feed = FeedDraft(url: Self.savedPages)
            feed.title = Message.savedPagesFeed.text(settings.language)
            try store.upsert(feed, now: clock.now())
        }
        let (id, isNew) = try insert(draft)
        return SavedPage(article: id, title: draft.title, isNew: isNew)
    }

    /// Fetches the web page of one article and stores its full text. Blocks the calling thread for at most 20 seconds.
    ///
    /// - Returns: the result; nil if the article has no page.
    package func fetchPage(of article: ArticleID) throws -> PageOutcome.Result? {
        if settings.isOfMember, let feed = try store.article(article, withTexts: false)?.feed {
            try library.requireNoOwnersAccess(toFeedAt: feed)
        }
        var refresh = FeedRefreshSettings(fetcher: try considerateFetcher())
        (refresh.secrets, refresh.confirmations) = (settings.secrets, settings.confirmations.confirmations)
        let result = try PageFetcher(settings: refresh).fetch(article, in: store, now: clock.now())
        try saveQuietHosts(of: refresh.fetcher)
        return result
    }
}

extension LibrarySettings {
    fileprivate func fetchedPage(_ page: TypedFeed) throws -> FetchedFeed {
        switch try fetchPage(page.typed, accept: WholeArticle.accept) {
        case .fetched(let fetched): return fetched
        case .failed(let failure): throw notSaved(page, kind: failure.kind.name, detail: failure.message)
        case .gone: throw notSaved(page, kind: "httpStatus", detail: "status 410")
        case .notModified, .cancelled: throw notSaved(page, kind: "badAnswer", detail: "")
        }
    }

    fileprivate func notSaved(_ page: TypedFeed, kind: String, detail: String) -> UserFacingError {
        let reason = FetchReason.text(kind: kind, detail: detail, language)
        return UserFacingError(.pageNotSaved, [MaskedURL.mask(page.address), reason], language: language)
    }
}
