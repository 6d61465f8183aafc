internal import SQLite
internal import System

extension SQLiteStore {
    /// Throws where the file at the path is no longer the one that this store has open: what it has committed since is not
    /// where others look for it, and must not be acknowledged.
    ///
    /// - Complexity: two calls of the system after a commit, nothing else.
    func verifyPlace() throws {
        guard let place, !connection.isInTransaction, connection.totalChanges != verifiedChanges else { return }
        verifiedChanges = connection.totalChanges
        try place.verify(hasLog: connection.text("PRAGMA journal_mode") == "wal")
    }

    /// Whether another process has the file open: it has a lock of the log's index
    /// (<https://www.sqlite.org/walformat.html>, section 2.3).
    var isOpenElsewhere: Bool { FileLock.isHeldElsewhere([DatabaseFile.resolved(path) + "-shm"]) ?? true }
}
