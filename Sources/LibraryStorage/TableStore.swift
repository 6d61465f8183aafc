package import ArticleSearch
package import Articles
package import Database

/// A store whose tables are read and written by the code of this module, the same for all engines.
package protocol TableStore: ArticleStore {
    /// What searches of this store read.
    var searcher: ArticleSearcher { get }
    var access: StoreAccess { get }
    /// For statements inside `reading` or `writing`.
    var database: any LibraryDatabase { get }
    /// The reader's own tags in the state of a token.
    var knownOwnTags: (token: ChangeToken, tags: [OwnTag])? { get set }

    /// Runs `body`, which reads, and translates the errors of the engine.
    func reading<Result>(_ body: (any LibraryDatabase) throws -> Result) throws -> Result

    /// Runs `body`, which writes, in one transaction. Inside another call it is a part of that one's transaction, and is stored or
    /// taken back as a whole.
    @discardableResult
    func writing<Result>(_ body: (any LibraryDatabase) throws -> Result) throws -> Result
}
