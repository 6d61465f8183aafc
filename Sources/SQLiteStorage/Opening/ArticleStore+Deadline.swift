public import Pipelines
internal import SQLite

extension ArticleStore {
    /// Runs `body`, a search or several calls that make one request, until a deadline.
    ///
    /// - Throws: `StorageError.deadlineExceeded` once it is reached, at most some 50 ms late. What `atomically` was writing is
    ///   not stored then, and the store stays usable.
    public func until<Result>(_ deadline: Deadline, _ body: () throws -> Result) throws -> Result {
        try guarded { try connection.withDeadline(deadline, body) }
    }
}
