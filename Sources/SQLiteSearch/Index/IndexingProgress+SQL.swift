package import Articles
package import SQLite

extension IndexingProgress {
    /// As of the last commit; nil if all articles are indexed.
    ///
    /// - Parameter task: another one that an upgrade has left to be done.
    package static func read(_ connection: Connection, task: String = "index") throws -> IndexingProgress? {
        let statement = try connection.cachedStatement("SELECT done, total FROM backfill WHERE task = ?")
        defer { statement.reset() }
        try statement.bind([.text(task)])
        guard try statement.step() else { return nil }
        return IndexingProgress(done: statement.count(0), total: statement.count(1))
    }
}
