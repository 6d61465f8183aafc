package import ArticleSearch
package import Articles
package import Database

/// The engine's part of storing batches: texts in the engine's form, index entries, and the data stored with the index.
/// `BatchWriter` decides what a batch changes, and writes the rows.
///
/// One writer uses it. Functions are called inside the writer's transaction unless they say otherwise.
package protocol BatchEngine: AnyObject {
    /// Called after a transaction that stores batches has begun. `ArticleBin` does not call it.
    ///
    /// - Parameters:
    ///   - questions: queries that run in the same round trip.
    ///   - isNested: the transaction is part of an outer one.
    /// - Returns: for each query whether it has a row.
    func begin(asking questions: [SQL], isNested: Bool) throws -> [Bool]

    /// Called after guids of stored articles were replaced, so that readers can update the guids that they cache.
    func didReplaceGUIDs(_ count: Int) throws

    /// Stores the texts of articles that have none, and counts the articles if the engine counts them by language.
    func insertTexts(_ articles: [PlacedArticle]) throws

    /// Called before the content of stored articles is replaced. Each article is passed once, with its new content.
    func willReplace(_ articles: [PlacedArticle]) throws
    func didReplace(_ articles: [PlacedArticle]) throws

    /// Called before articles are deleted.
    func willRemove(_ articles: [ArticleID]) throws

    /// Called after articles were restored with their texts.
    func didRestore(_ articles: [RestoredArticle]) throws

    /// Called when all rows of a batch are written, before saved searches are matched.
    func willMatch() throws

    /// Adds the articles of a batch to the index, and finds their near-duplicates.
    ///
    /// - Parameters:
    ///   - articles: the articles whose content the batch has inserted or changed, each once, after its row was
    ///     written.
    ///   - numbers: for each article of the batch its id if it is new and has no index entry, else 0.
    /// - Returns: the articles that may be near-duplicates of others.
    func index(_ batch: PreparedBatch, _ articles: [PlacedArticle], numbers: [ArticleID]) throws -> Set<ArticleID>

    /// Called after a batch was stored.
    ///
    /// - Parameters:
    ///   - articles: the number of articles in the transaction so far.
    ///   - start: when the transaction began.
    /// - Returns: whether the transaction should end.
    func didWrite(articles: Int, since start: ContinuousClock.Instant) throws -> Bool

    /// Writes pending data, so that searches find the articles.
    ///
    /// - Parameter isSearched: whether the caller is about to use `searcher`.
    func flush(isSearched: Bool) throws

    /// A searcher that sees the articles of the transaction, after `flush`.
    var searcher: ArticleSearcher { get }

    /// Called before the transaction commits.
    ///
    /// - Parameter last: the highest id of the transaction's new articles.
    func willCommit(last: ArticleID?) throws

    /// Called after the transaction was rolled back, outside of it: cached data may be wrong.
    func didRollBack()

    /// Maintenance after a transaction; called outside of all transactions.
    ///
    /// - Parameter inserted: the number of new articles in the transaction.
    func tidyUp(inserted: Int) throws

    /// Maintenance after the last transaction; called outside of all transactions.
    ///
    /// - Parameter isBatch: whether only one batch was stored, of fetched feeds or of pages.
    func finish(isBatch: Bool) throws
}

/// An article of a batch.
package struct PlacedArticle {
    /// The article's index among the articles of the batch.
    package let ordinal: Int
    /// The article's id; 0 until it is stored.
    package internal(set) var id: ArticleID = 0
    /// The feed's id.
    package let feed: Int64
    package let draft: ArticleDraft
    /// Whether this is the article's first content, inserted by this batch; it is in no group of near-duplicates yet.
    package internal(set) var isNew = false
    /// Whether the article has an index entry, or an earlier batch of the transaction will add one.
    package internal(set) var isIndexed = false
    /// The date that articles are sorted by; 0 until the row is written.
    package internal(set) var sortDate: Int64 = 0

    init(ordinal: Int, feed: Int64, draft: ArticleDraft) {
        self.ordinal = ordinal
        self.feed = feed
        self.draft = draft
    }
}

/// An article that was restored from the bin.
package struct RestoredArticle {
    package var id: ArticleID
    package var feed: Int64
    package var sortDate: Int64
}
