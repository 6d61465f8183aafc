internal import SQLite
internal import System

extension SQLiteStore {
    /// Throws if the path no longer names the file that this store has open: other processes would not see its last
    /// commit, so the commit must not be acknowledged.
    ///
    /// - Complexity: two system calls after a commit, otherwise none.
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
            // A deleted log still has acknowledged commits. Move them into the file, unless a new log has commits: a
            // program that opens the file creates an empty log.
            if !isReplaced, FileStatus(DatabaseFile.resolved(path) + "-wal").map({ $0.byteCount == 0 }) ?? true {
                _ = try? connection.execute("PRAGMA wal_checkpoint(FULL)")
            }
            throw error
        }
    }

    /// Whether another process has the file open and so holds a lock on the log's index
    /// (<https://www.sqlite.org/walformat.html>, section 2.3).
    var isOpenElsewhere: Bool { FileLock.isHeldElsewhere([DatabaseFile.resolved(path) + "-shm"]) ?? true }
}
