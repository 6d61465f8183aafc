private import Glibc

/// Puts one database in the place of another: <https://www.sqlite.org/howtocorrupt.html>, 1.2 to 1.4 and 2.4.
extension DatabaseFile {
    /// Waits until no other process has the database open.
    ///
    /// - Throws: `SQLiteError.busy` at the deadline.
    public static func waitUntilUnused(_ path: String, until deadline: ContinuousClock.Instant) throws {
        _ = try ExclusiveFileLock(path, until: deadline)
    }

    /// Gives `staging`, whole and on the disk, the name `target`, where nothing has it.
    ///
    /// - Throws: `SQLiteError.cannotOpen` with the system's words, where something has come to have that name too.
    public static func place(
        _ staging: StagingFile, at target: String, until deadline: ContinuousClock.Instant
    ) throws {
        if sideSuffixes.contains(where: { kind(target + $0) != .absent }) {
            // A log or journal of that name would be taken for the new file's. Beside an empty file, it is what a database
            // that is gone has left, and SQLite deletes it.
            let empty = unsafe open(target, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if empty < 0 { throw failure() }
            close(empty)
            _ = try replace(target, with: staging, keepsUnreadable: false, until: deadline)
            return
        }
        // Unlike rename, link never takes the place of a file.
        if unsafe link(staging.path, target) == 0 {
            unsafe unlink(staging.path)
        } else {
            // A file system without hard links.
            guard errno != EEXIST, kind(target) == .absent, unsafe rename(staging.path, target) == 0 else {
                throw failure()
            }
        }
        staging.isInPlace = true
        try synchronizeFolder(of: target)
    }

    /// Puts `staging`, whole and on the disk, in the place of `target`, which is a file.
    ///
    /// Whenever the process or the machine dies, `target` is the old or the new database and nothing of the other's. SQLite
    /// itself writes what stands in the old one's log or journal into the old file, so that it is whole without them; then
    /// nobody else may open it, the log and the journal go, on the disk too, and only then does the new file get the name. So
    /// there is never a log beside the new file; and one that another database left beside the old file has gone the same way.
    ///
    /// - Parameter keepsUnreadable: whether an old file that SQLite cannot read is kept, with its log and journal, under
    ///   another name. Else it is replaced like any other.
    /// - Returns: that name.
    /// - Throws: `SQLiteError`, `busy` at the deadline; the old file is in its place then.
    public static func replace(
        _ target: String, with staging: StagingFile, keepsUnreadable: Bool, until deadline: ContinuousClock.Instant
    ) throws -> String? {
        while true {
            let isSettled = try settle(target, until: deadline)
            let lock = try ExclusiveFileLock(target, until: deadline)
            // Somebody may have come and gone in between.
            let isUnchanged =
                isNamed(lock.descriptor, target) && !(isSettled && sideSuffixes.contains { byteCount(target + $0) > 0 })
            guard isUnchanged else {
                guard ContinuousClock.now < deadline else {
                    throw SQLiteError(extendedCode: SQLiteError.busy, message: "database is locked")
                }
                continue
            }
            let kept = keepsUnreadable && !isSettled ? try setAside(target) : nil
            removeSideFiles(of: target)
            try synchronizeFolder(of: target)
            if unsafe rename(staging.path, target) != 0 { throw failure() }
            staging.isInPlace = true
            try synchronizeFolder(of: target)
            return kept
        }
    }

    /// Gives a new file the owner and the rights of the one whose place it takes, as far as this user may.
    public static func copyRights(of path: String, to staging: StagingFile) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return }
        _ = fchown(staging.descriptor, status.st_uid, status.st_gid)
        fchmod(staging.descriptor, status.st_mode & 0o777)
    }

    // MARK: -

    /// Lets SQLite bring what stands in log and journal into the file, and leave the log.
    ///
    /// - Returns: false where it cannot read them.
    private static func settle(_ path: String, until deadline: ContinuousClock.Instant) throws -> Bool {
        while true {
            let connection = try Connection(path: path, mode: .readWrite, busyTimeoutMilliseconds: 100)
            // Beside a file that cannot be read, the log is not ours to end.
            connection.keepLogOnClose()
            do {
                // The first read rolls a journal back; the log can be left only by the last connection.
                _ = try connection.integer("PRAGMA schema_version")
                if !connection.hasMoved {
                    _ = try connection.text("PRAGMA journal_mode = DELETE")
                    return true
                }
            } catch let error as SQLiteError {
                switch error {
                // Where another process has replaced the file just now, this one was read with the other one's log.
                case SQLiteError.busy, SQLiteError.locked,
                    _ where connection.hasMoved:
                    if ContinuousClock.now >= deadline { throw error }
                case SQLiteError.full: throw error
                default: return false
                }
            }
            usleep(20_000)
        }
    }

    /// The file gets a second name beside its first one, its log and journal go with it: at no moment is there none.
    private static func setAside(_ path: String) throws -> String {
        for number in 1...100 {
            let other = path + (number == 1 ? ".damaged" : ".damaged-\(number)")
            if unsafe link(path, other) != 0 {
                if errno == EEXIST { continue }
                // A file system without hard links.
                guard kind(other) == .absent, unsafe rename(path, other) == 0 else { throw failure(of: other) }
            }
            for suffix in sideSuffixes where kind(path + suffix) != .absent {
                if unsafe rename(path + suffix, other + suffix) != 0 { throw failure(of: other + suffix) }
            }
            return other
        }
        throw SQLiteError(extendedCode: SQLiteError.cannotOpen, message: "\(path).damaged is there already")
    }

    /// - Parameter others: what goes besides them.
    static func removeSideFiles(of path: String, besides others: [String] = []) {
        for suffix in others + sideSuffixes { unsafe unlink(path + suffix) }
    }

    /// Brings the names in a file's folder to the disk.
    private static func synchronizeFolder(of path: String) throws {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 { throw failure(of: folder) }
        defer { close(descriptor) }
        // Some file systems cannot do it for a folder.
        if fsync(descriptor) != 0, errno != EINVAL { throw failure(of: folder) }
    }
}
