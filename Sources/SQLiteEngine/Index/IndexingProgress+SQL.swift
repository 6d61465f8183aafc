package import Articles
internal import Database
package import SQLite

extension IndexingProgress {
    /// The progress as of the last commit; nil if all articles are indexed.
    package static func read(_ connection: Connection) throws -> IndexingProgress? { try read("index", connection) }

    /// The progress of adding word pairs to an index that an earlier version created; nil if the index has all pairs.
    package static func ofPairs(_ connection: Connection) throws -> IndexingProgress? { try read("pairs", connection) }

    private static func read(_ task: String, _ connection: Connection) throws -> IndexingProgress? {
        let statement = try connection.cachedStatement("SELECT done, total FROM backfill WHERE task = ?")
        defer { statement.reset() }
        try statement.bind([.text(task)])
        guard try statement.step() else { return nil }
        return IndexingProgress(done: statement.count(0), total: statement.count(1))
    }
}
