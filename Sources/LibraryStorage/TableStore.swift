package import ArticleSearch
package import Articles
package import Database
package import SavedSearchMatching

/// A store whose tables are read and written by this module, with code that all engines share. Its requirements are the
/// operations that this code needs from an engine.
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
    /// back with it. In `body`, the database has no reader: only operations on the state of a member read and write it.
    @discardableResult
    func writing<Result>(_ body: (any LibraryDatabase) throws -> Result) throws -> Result

    // MARK: Caches

    /// The tags of the library's users by the number of their reader, which is 0 for the owner, and the change token
    /// for which they were read.
    var knownOwnTags: [Int64: (token: ChangeToken, tags: [OwnTag])] { get set }
    /// Cached data of articles, read while a batch is matched with saved searches.
    var matchingRows: MatchingRows { get set }
    /// The saved searches that have alerts.
    var alerting: AlertingSearches { get }
    /// The action under which this session records retention deletions, so that they can be undone; nil if there is
    /// none.
    var retentionAction: Int64? { get set }

    // MARK: Batches

    /// Creates the object that does the engine's part of storing batches.
    func makeBatchEngine(_ request: BatchInsertRequest) throws -> any BatchEngine
    /// The dictionary with which texts are compressed.
    var sharedDictionary: SharedDictionary { get }

    // MARK: State and actions

    /// The maximum number of articles that one statement changes. The number is limited because SQLite keeps the
    /// statement's inverse in memory.
    var articlesPerChange: Int { get }
    /// Called after the current action has changed articles. SQLite writes the recorded changes to the database when
    /// they become large.
    func didChange(_ articles: Int) throws
    /// Restores the values of the rows that an action has changed; must be called inside a transaction that writes.
    ///
    /// - Returns: the number of rows that were not restored, because they were changed again after the action.
    func applyInverse(of action: UserAction) throws -> Int

    // MARK: Saved searches

    /// Returns an unused id for a new search. Ids of removed searches are not reused, because undo may restore those
    /// searches. PostgreSQL has a counter; SQLite also looks for used ids among the recorded changes of searches.
    func takeSearchID() throws -> Int64
    /// Records that searches or their alert rules were inserted, changed or deleted, in the transaction that writes
    /// their rows. SQLite uses triggers instead.
    func noteChange(ofSearches searches: [Int64]) throws
    /// Makes earlier programs, which do not support conditions of saved searches, refuse the library. For SQLite, they
    /// refuse each file that this program has opened for writing anyway.
    func willStoreCondition() throws
    /// Makes earlier programs, which do not support members, refuse the library, as `willStoreCondition` does.
    func willStoreMember() throws
    /// Makes earlier programs, which do not support rules of members, refuse the library, as `willStoreCondition` does.
    func willStoreMemberRule() throws
    /// Deletes the data of removed searches. SQLite uses triggers instead.
    func didRemove(searches: [Int64]) throws
}
