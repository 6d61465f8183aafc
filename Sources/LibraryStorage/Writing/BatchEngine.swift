package import ArticleSearch
package import Articles
package import Database

/// The engine's part in storing batches: texts in its form, index entries, and what it keeps beside the index. `BatchWriter`
/// decides what a batch changes, and writes the rows.
///
/// Used by one writer. Unless a function says otherwise, it is called inside the writer's transaction.
package protocol BatchEngine: AnyObject {
    /// A transaction that stores batches has begun. `ArticleBin` does not call it.
    ///
    /// - Parameters:
    ///   - questions: queries that are answered in the same round trip.
    ///   - isNested: the transaction is a part of another one.
    /// - Returns: of each question whether it has a row.
    func begin(asking questions: [SQL], isNested: Bool) throws -> [Bool]

    /// Guids of stored articles were replaced: readers that keep guids in memory are to notice.
    func didReplaceGUIDs(_ count: Int) throws

    /// Stores the texts of articles that have none, and counts the articles where the engine counts them by language.
    func insertTexts(_ articles: [PlacedArticle]) throws

    /// The content of stored articles is going to be replaced: each article is given once, with its new content.
    func willReplace(_ articles: [PlacedArticle]) throws
    func didReplace(_ articles: [PlacedArticle]) throws

    /// Articles are going to be deleted.
    func willRemove(_ articles: [ArticleID]) throws

    /// Articles are back with their texts.
    func didRestore(_ articles: [RestoredArticle]) throws

    /// All rows of a batch are written, and searches that alert are going to be matched.
    func willMatch() throws

    /// Puts the articles of a batch into the index, and finds their near-duplicates.
    ///
    /// - Parameters:
    ///   - articles: those whose content the batch has brought or changed, each once, with its row.
    ///   - numbers: of each article of the batch its id where it is new and has no index entry, else 0.
    /// - Returns: those among the articles that may be near-duplicates of others.
    func index(_ batch: PreparedBatch, _ articles: [PlacedArticle], numbers: [ArticleID]) throws -> Set<ArticleID>

    /// A batch is stored.
    ///
    /// - Parameters:
    ///   - articles: how many articles the transaction has so far.
    ///   - start: when it began.
    /// - Returns: whether the transaction is to end.
    func didWrite(articles: Int, since start: ContinuousClock.Instant) throws -> Bool

    /// Writes what was gathered, so that the articles can be searched.
    ///
    /// - Parameter isSearched: `searcher` is going to be used.
    func flush(isSearched: Bool) throws

    /// Sees the articles of the transaction, after `flush`.
    var searcher: ArticleSearcher { get }

    /// The transaction is going to be committed.
    ///
    /// - Parameter last: the highest id of its new articles.
    func willCommit(last: ArticleID?) throws

    /// The transaction was rolled back: what was remembered is not sure any more. Called outside of it.
    func didRollBack()

    /// The transaction was committed, or is now a part of the one around it. Called outside of it.
    func didCommit()

    /// Tidies up after a transaction; outside of all transactions.
    ///
    /// - Parameter inserted: how many new articles it has brought.
    func tidyUp(inserted: Int) throws

    /// Tidies up after the last transaction; outside of all transactions.
    ///
    /// - Parameter isBatch: there was one batch only, of fetched feeds or of pages.
    func finish(isBatch: Bool) throws
}

/// An article of a batch.
package struct PlacedArticle {
    /// Its place among the articles of the batch.
    package let ordinal: Int
    /// 0 before it is stored.
    package internal(set) var id: ArticleID = 0
    /// The feed's id.
    package let feed: Int64
    package let draft: ArticleDraft
    /// This is the first content of an article that the batch has brought, which is in no group of near-duplicates.
    package internal(set) var isNew = false
    /// It has an index entry, or an earlier batch of the transaction will give it one.
    package internal(set) var isIndexed = false
    /// The date that it is sorted by; 0 before its row is written.
    package internal(set) var sortDate: Int64 = 0

    init(ordinal: Int, feed: Int64, draft: ArticleDraft) {
        self.ordinal = ordinal
        self.feed = feed
        self.draft = draft
    }
}

/// An article that is back from the bin.
package struct RestoredArticle {
    package var id: ArticleID
    package var feed: Int64
    package var sortDate: Int64
}
