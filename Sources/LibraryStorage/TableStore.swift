package import ArticleSearch
package import Articles
package import Database
package import SavedSearchMatching

/// A store whose tables are read and written by the code of this module, the same for all engines: what that code needs of an
/// engine.
package protocol TableStore: ArticleStore, AlertStore {
    /// What searches of this store read.
    var searcher: ArticleSearcher { get }
    var access: StoreAccess { get }
    /// For statements inside `reading` or `writing`.
    var database: any LibraryDatabase { get }
    var isInTransaction: Bool { get }

    /// Runs `body`, which reads, and translates the errors of the engine.
    func reading<Result>(_ body: (any LibraryDatabase) throws -> Result) throws -> Result

    /// Runs `body`, which writes, in one transaction. Inside another call it is a part of that one's transaction, and is stored or
    /// taken back as a whole.
    @discardableResult
    func writing<Result>(_ body: (any LibraryDatabase) throws -> Result) throws -> Result

    // MARK: What is kept in memory

    /// The reader's own tags in the state of a token.
    var knownOwnTags: (token: ChangeToken, tags: [OwnTag])? { get set }
    /// What matching has read of the articles of a batch.
    var matchingRows: MatchingRows { get set }
    /// The saved searches that alert.
    var alerting: AlertingSearches { get }
    /// The action that takes in whatever the store removes for its age.
    var retentionAction: Int64? { get set }

    // MARK: Batches

    /// The engine's part in storing batches.
    func makeBatchEngine(_ request: BatchInsertRequest) throws -> any BatchEngine
    /// With what texts are compressed.
    var sharedDictionary: SharedDictionary { get }

    // MARK: State and actions

    /// How many articles one statement changes at most: SQLite keeps the inverse of a statement in memory.
    var articlesPerChange: Int { get }
    /// Counts articles that the action under way has changed. SQLite writes a part of what takes it back where that has grown.
    func didChange(_ articles: Int) throws
    /// Gives the rows that an action has changed the values that they had before, inside a transaction that writes.
    ///
    /// - Returns: how many rows were changed again since, and stay as they are.
    func applyInverse(of action: UserAction) throws -> Int

    // MARK: Saved searches

    /// Takes the id of a new search: never one that another search had, which may come back. PostgreSQL has a counter; SQLite
    /// finds the ids of all searches among their changes.
    func takeSearchID() throws -> Int64
    /// Notes that searches, or their rules, were changed, are new or are gone, in the transaction that writes their rows. SQLite's
    /// triggers do it.
    func noteChange(ofSearches searches: [Int64]) throws
    /// Removes what belongs to searches that are gone. SQLite's triggers do it.
    func didRemove(searches: [Int64]) throws
}
