package import Articles
internal import Formats
internal import Markup
package import ReaderArchives

/// Imports another reader's archive into a store: subscriptions, and articles with their state.
package struct ReaderArchiveImport {
    /// The result of importing one file.
    package struct Outcome: Sendable {
        package var format: ReaderArchive.Format
        package var report: ArchiveReport
        /// Each subscription, and whether it is new.
        package var subscriptions: [(feed: MovedSubscription, isNew: Bool)] = []
        package var articles = BatchInsertResult()
        /// The references to logins found in feed addresses, each with the address without the login.
        package var logins: [(url: String, reference: String)] = []
        /// The addresses of feeds that were skipped with their articles, because a member may not import them.
        package var refusedFeeds: [String] = []
    }

    private let store: any ArticleStore
    private let options: IngestOptions
    private let cancellation: IngestCancellation
    /// Whether to write nothing; articles that would be stored are counted as inserted.
    private let isDryRun: Bool
    private let keepLogin: (String) throws -> (url: String, reference: String?)?
    private let onProgress: (Int) -> Void
    private static let batchArticles = 2_000
    private static let batchBytes = 16 << 20

    /// - Parameter keepLogin: stores the login in a feed's address, and returns the address without the login and a
    ///   reference to it. If nil, the address is unchanged. Called once for each address.
    package init(
        store: any ArticleStore, options: IngestOptions, cancellation: IngestCancellation, isDryRun: Bool,
        keepLogin: @escaping (String) throws -> (url: String, reference: String?)?, onProgress: @escaping (Int) -> Void
    ) {
        self.store = store
        self.options = options
        self.cancellation = cancellation
        self.isDryRun = isDryRun
        self.keepLogin = keepLogin
        self.onProgress = onProgress
    }

    /// - Parameter bytes: the content of a file inside an archive; nil to read the file at `path`.
    /// - Throws: `ReaderArchiveError`, `StorageError`. Anything already committed is kept.
    package func run(_ format: ReaderArchive.Format, path: String, bytes: [UInt8]? = nil) throws -> Outcome {
        let work = Work(store: store, options: options, isDryRun: isDryRun, keepLogin: keepLogin)
        let stop = cancellation
        func article(_ article: MovedArticle) throws {
            if stop.isCancelled { throw CancellationError() }
            try work.add(article)
            if work.count.isMultiple(of: 100) { onProgress(work.count) }
        }
        var report = ArchiveReport()
        do {
            report =
                if let bytes {
                    try ReaderArchive.read(
                        format, bytes: bytes, onSubscription: { work.subscriptions.append($0) }, onArticle: article)
                } else {
                    try ReaderArchive.read(
                        format, path: path, onSubscription: { work.subscriptions.append($0) }, onArticle: article)
                }
        } catch is CancellationError {}
        try work.flush()
        let subscriptions = try work.subscribe()
        return Outcome(
            format: format, report: report, subscriptions: subscriptions, articles: work.result, logins: work.logins,
            refusedFeeds: work.refused.keys.filter { work.refused[$0] == true }.sorted())
    }

    /// The work of one import, with the batch that is being filled.
    private final class Work {
        let store: any ArticleStore
        let options: IngestOptions
        let isDryRun: Bool
        var subscriptions: [MovedSubscription] = []
        private(set) var count = 0
        private(set) var result = BatchInsertResult()
        private var batch: (any ArticleBatch)?
        private var named: Set<String> = []
        private let pool: any ArticleBatchPool
        private let keepLogin: (String) throws -> (url: String, reference: String?)?
        private(set) var logins: [(url: String, reference: String)] = []
        /// Whether a feed of the file is refused, by its address.
        private(set) var refused: [String: Bool] = [:]
        /// Maps each address in the file to the address under which the feed is stored.
        private var addresses: [String: String] = [:]

        init(
            store: any ArticleStore, options: IngestOptions, isDryRun: Bool,
            keepLogin: @escaping (String) throws -> (url: String, reference: String?)?
        ) {
            self.store = store
            self.options = options
            self.isDryRun = isDryRun
            self.keepLogin = keepLogin
            pool = store.makeBatchPool()
        }

        private func isRefused(_ url: String) throws -> Bool {
            guard options.refusesOwnersFeeds else { return false }
            if let known = refused[url] { return known }
            var isRefused = MaskedURL.withoutLogin(url) != url
            if !isRefused, let feed = try store.feed(named: url) {
                isRefused = try store.fetchState(of: feed.id).usesOwnersAccess
            }
            refused[url] = isRefused
            return isRefused
        }

        /// The address under which a feed is stored, without a login.
        private func address(_ url: String) throws -> String {
            if let known = addresses[url] { return known }
            let kept = try keepLogin(url)
            if let kept, let reference = kept.reference { logins.append((kept.url, reference)) }
            addresses[url] = kept?.url ?? url
            return kept?.url ?? url
        }

        func add(_ moved: MovedArticle) throws {
            count += 1
            if try isRefused(moved.feed) { return }
            var article = moved
            article.feed = try address(moved.feed)
            if isDryRun {
                let isKnown = try store.id(feed: article.feed, guid: article.guid) != nil
                if isKnown { result.unchanged += 1 } else { result.inserted += 1 }
                return
            }
            let batch = self.batch ?? pool.take()
            self.batch = batch
            if named.insert(article.feed).inserted, let title = article.feedTitle {
                var feed = FeedDraft(url: article.feed)
                feed.title = title
                batch.add(feed)
            }
            batch.add(draft(article))
            if batch.articleCount >= batchArticles || batch.byteCount >= batchBytes { try flush() }
        }

        func flush() throws {
            guard let full = batch else { return }
            batch = nil
            full.seal()
            var rest: [any ArticleBatch] = [full]
            let part = try store.insert(BatchInsertRequest { _ in false }, now: options.now) { rest.popLast() }
            result.inserted += part.inserted
            result.updated += part.updated
            result.unchanged += part.unchanged
            pool.give(full)
        }

        /// Stores all subscriptions of a file in one commit.
        func subscribe() throws -> [(feed: MovedSubscription, isNew: Bool)] {
            try subscriptions.removeAll { try isRefused($0.url) }
            for index in subscriptions.indices { subscriptions[index].url = try address(subscriptions[index].url) }
            if isDryRun {
                let known = Set(try store.feeds().map(\.url))
                return subscriptions.map { ($0, !known.contains($0.url)) }
            }
            let drafts = subscriptions.map { subscription in
                var draft = FeedDraft(url: subscription.url)
                draft.ownTitle = FeedTitle.own(subscription.title, url: subscription.url)
                draft.homeURL = subscription.homeURL
                draft.subscribe = true
                draft.folders = subscription.folders
                return draft
            }
            return Array(zip(subscriptions, try store.upsert(drafts, now: options.now)))
        }

        private func draft(_ article: MovedArticle) -> ArticleDraft {
            var draft = ArticleDraft()
            draft.feed = article.feed
            draft.guid = article.guid
            draft.url = article.url
            if let clean = options.links.clean(article.url) { (draft.url, draft.originalURL) = (clean, article.url) }
            draft.title = HTMLText.plainText(article.title)
            if let html = article.html {
                draft.html = html
                draft.body = HTMLText.plainText(html)
                draft.hasImage = ArticleLine.containsImage(html)
            } else if let text = article.text {
                draft.body = Array(text.utf8)
            }
            draft.author = article.author
            draft.published = article.published
            draft.read = article.read
            draft.starred = article.starred
            draft.tags = article.categories
            draft.ownTags = article.tags.isEmpty ? nil : article.tags
            // Newer data from the feed takes precedence over the other reader's copy.
            draft.isSnapshot = true
            return draft
        }
    }
}
