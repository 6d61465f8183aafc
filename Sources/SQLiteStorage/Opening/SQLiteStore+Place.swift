internal import SQLite
internal import System

extension SQLiteStore {
    /// Throws where the file at the path is no longer the one that this store has open: what it has committed since is not
    /// where others look for it, and must not be acknowledged.
    ///
    /// - Complexity: two calls of the system after a commit, nothing else.
    func verifyCommit() throws {
        guard let place, !connection.isInTransaction, connection.totalChanges != verifiedChanges else { return }
        verifiedChanges = connection.totalChanges
        try verify(place)
    }

    func verifyPlace() throws {
        guard let place, !connection.isInTransaction else { return }
        try guarded { try verify(place) }
    }

    var isReplaced: Bool { FileStatus(DatabaseFile.resolved(path))?.identity != opened }

    private func verify(_ place: DatabasePlace) throws {
        do {
            try place.verify(hasLog: connection.text("PRAGMA journal_mode") == "wal")
            logWatch?.note(library: opened, log: place.log)
        } catch {
            // A deleted log still has what was acknowledged before. It is brought into the file, unless another one has commits
            // under its name: a program that opens the file makes an empty one.
            if !isReplaced, FileStatus(DatabaseFile.resolved(path) + "-wal").map({ $0.byteCount == 0 }) ?? true {
                _ = try? connection.execute("PRAGMA wal_checkpoint(FULL)")
            }
            throw error
        }
    }

    /// Whether another process has the file open: it has a lock of the log's index
    /// (<https://www.sqlite.org/walformat.html>, section 2.3).
    var isOpenElsewhere: Bool { FileLock.isHeldElsewhere([DatabaseFile.resolved(path) + "-shm"]) ?? true }
}
