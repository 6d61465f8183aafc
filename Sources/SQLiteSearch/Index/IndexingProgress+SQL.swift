package import Articles
package import SQLite

extension IndexingProgress {
    /// As of the last commit; nil if all articles are indexed.
    package static func read(_ connection: Connection) throws -> IndexingProgress? {
        let statement = try connection.cachedStatement("SELECT done, total FROM backfill WHERE task = 'index'")
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        return IndexingProgress(done: statement.count(0), total: statement.count(1))
    }
}
