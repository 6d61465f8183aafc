package import ArticleSearch
package import Articles
package import Database

/// The engine's part of storing batches: texts in the engine's form, index entries, and the data stored with the index.
/// `BatchWriter` decides what a batch changes, and writes the rows.
///
/// An engine is used by one writer. Its methods are called inside the writer's transaction unless their comments state
/// otherwise.
package protocol BatchEngine: AnyObject {
    /// Called after a transaction that stores batches has begun. `ArticleBin` does not call it.
    ///
    /// - Parameters:
    ///   - questions: additional queries, which run in the same round trip as other queries of this method.
    ///   - isNested: whether the transaction is part of an outer transaction.
    /// - Returns: whether each query returned a row, in the order of the queries.
    func begin(asking questions: [SQL], isNested: Bool) throws -> [Bool]

    /// Called after guids of stored articles were replaced, so that readers can update the guids that they cache.
    func didReplaceGUIDs(_ count: Int) throws

    /// Stores texts that are not stored yet. Also updates the counts of articles by language, if the engine has such
    /// counts.
    func insertTexts(_ articles: [PlacedArticle]) throws

    /// Called before the content of stored articles is replaced. Each article is passed once, with its new content.
    func willReplace(_ articles: [PlacedArticle]) throws
    func didReplace(_ articles: [PlacedArticle]) throws

    /// Called before articles are deleted.
    func willRemove(_ articles: [ArticleID]) throws

    /// Called after articles were restored with their texts.
    func didRestore(_ articles: [RestoredArticle]) throws

    /// Called after all rows of a batch were written, before saved searches are matched.
    func willMatch() throws

    /// Adds the articles of a batch to the index, and finds their near-duplicates.
    ///
    /// - Parameters:
    ///   - articles: the articles whose content the batch has inserted or changed, without duplicates. Their rows are
    ///     already written.
    ///   - numbers: the ids of the batch's articles by ordinal; 0 for articles that are not new or already have an
    ///     index entry.
    /// - Returns: the articles that may be near-duplicates of others.
    func index(_ batch: PreparedBatch, _ articles: [PlacedArticle], numbers: [ArticleID]) throws -> Set<ArticleID>

    /// Called after a batch was stored.
    ///
    /// - Parameters:
    ///   - articles: the number of articles in the transaction so far.
    ///   - start: the time at which the transaction began.
    /// - Returns: whether the transaction should end.
    func didWrite(articles: Int, since start: ContinuousClock.Instant) throws -> Bool

    /// Writes pending index data, so that searches find the articles of the transaction.
    ///
    /// - Parameter isSearched: whether the caller is about to use `searcher`.
    func flush(isSearched: Bool) throws

    /// A searcher that sees the articles of the transaction; valid after `flush`.
    var searcher: ArticleSearcher { get }

    /// Called before the transaction commits.
    ///
    /// - Parameter last: the highest id of the transaction's new articles.
    func willCommit(last: ArticleID?) throws

    /// Called outside of transactions after a rollback. Cached data may then be wrong.
    func didRollBack()

    /// Performs maintenance after a transaction. Called outside all transactions.
    ///
    /// - Parameter inserted: the number of new articles in the transaction.
    func tidyUp(inserted: Int) throws

    /// Performs maintenance after the last transaction. Called outside all transactions.
    ///
    /// - Parameter isBatch: whether only a single batch (of fetched feeds or of web pages) was stored.
    func finish(isBatch: Bool) throws
}

/// An article of a batch with the ids and dates assigned by the writer.
package struct PlacedArticle {
    /// The article's index among the articles of the batch.
    package let ordinal: Int
    /// The article's id; 0 until it is stored.
    package internal(set) var id: ArticleID = 0
    /// The feed's id.
    package let feed: Int64
    package let draft: ArticleDraft
    /// Whether this batch inserted the article. New articles do not belong to a group of near-duplicates yet.
    package internal(set) var isNew = false
    /// Whether the article has an index entry, or an earlier batch of the transaction will add one.
    package internal(set) var isIndexed = false
    /// Whether an update must not change the date by which articles are sorted.
    package internal(set) var keepsSortDate = false
    /// The date by which articles are sorted; 0 until the row is written.
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
