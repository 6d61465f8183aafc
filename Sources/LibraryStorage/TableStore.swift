package import ArticleSearch
package import Articles
package import Database
package import SavedSearchMatching

/// A store whose tables are read and written by the code of this module, which all engines share. The requirements are
/// the operations that this code needs from an engine.
package protocol TableStore: ArticleStore, AlertStore {
    /// Runs searches on this store.
    var searcher: ArticleSearcher { get }
    var access: StoreAccess { get }
    /// The database, for statements inside `reading` or `writing`.
    var database: any LibraryDatabase { get }
    var isInTransaction: Bool { get }

    /// Runs `body`, which only reads, and translates the engine's errors.
    func reading<Result>(_ body: (any LibraryDatabase) throws -> Result) throws -> Result

    /// Runs `body`, which writes, in one transaction. A nested call joins the outer transaction, and commits or rolls
    /// back with it.
    @discardableResult
    func writing<Result>(_ body: (any LibraryDatabase) throws -> Result) throws -> Result

    // MARK: Caches

    /// The user's own tags, as of a change token.
    var knownOwnTags: (token: ChangeToken, tags: [OwnTag])? { get set }
    /// Data of articles that was read while a batch was matched.
    var matchingRows: MatchingRows { get set }
    /// The saved searches that have alerts.
    var alerting: AlertingSearches { get }
    /// The action that undoes the deletions by retention in this session.
    var retentionAction: Int64? { get set }

    // MARK: Batches

    /// The engine's part of storing batches.
    func makeBatchEngine(_ request: BatchInsertRequest) throws -> any BatchEngine
    /// The dictionary that texts are compressed with.
    var sharedDictionary: SharedDictionary { get }

    // MARK: State and actions

    /// Maximum number of articles that one statement changes: SQLite keeps the statement's inverse in memory.
    var articlesPerChange: Int { get }
    /// Counts the articles that the current action has changed. SQLite writes a part of the inverse when it has grown
    /// large.
    func didChange(_ articles: Int) throws
    /// Restores the values of the rows that an action has changed; must be called inside a transaction that writes.
    ///
    /// - Returns: the number of rows that were changed again after the action; they are not restored.
    func applyInverse(of action: UserAction) throws -> Int

    // MARK: Saved searches

    /// Returns the id of a new search. Ids of removed searches are not reused, because undo may restore them.
    /// PostgreSQL has a counter; SQLite also looks for used ids among the recorded changes of searches.
    func takeSearchID() throws -> Int64
    /// Records that searches or their alert rules were inserted, changed or deleted, in the transaction that writes
    /// their rows. SQLite uses triggers instead.
    func noteChange(ofSearches searches: [Int64]) throws
    /// Deletes the data of removed searches. SQLite uses triggers instead.
    func didRemove(searches: [Int64]) throws
}
