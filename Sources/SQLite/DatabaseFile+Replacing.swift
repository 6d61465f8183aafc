private import Glibc

/// Replaces a database safely, as required by <https://www.sqlite.org/howtocorrupt.html>, 1.2 to 1.4 and 2.4.
extension DatabaseFile {
    /// Waits until no other process has the database open.
    ///
    /// - Throws: `SQLiteError.busy` at the deadline.
    public static func waitUntilClosed(_ path: String, until deadline: ContinuousClock.Instant) throws {
        _ = try ExclusiveFileLock(path, until: deadline)
    }

    /// Renames `staging`, which must be complete and synchronised, to `target`, which must not exist.
    ///
    /// - Throws: `SQLiteError.cannotOpen` with the system's message if `target` has been created in the meantime.
    public static func place(
        _ staging: StagingFile, at target: String, until deadline: ContinuousClock.Instant
    ) throws {
        if sideSuffixes.contains(where: { kind(target + $0) != .absent }) {
            // SQLite would apply a log or journal that is left under this name to the new file. Next to an empty file,
            // SQLite treats both as left-overs and deletes them.
            let empty = unsafe open(target, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if empty < 0 { throw failure() }
            close(empty)
            _ = try replace(target, with: staging, keepsUnreadable: false, until: deadline)
            return
        }
        // Unlike rename, link never replaces a file.
        if unsafe link(staging.path, target) == 0 {
            unsafe unlink(staging.path)
        } else {
            // The file system may have no hard links.
            guard errno != EEXIST, kind(target) == .absent, unsafe rename(staging.path, target) == 0 else {
                throw failure()
            }
        }
        staging.isInPlace = true
        try synchronizeFolder(of: target)
    }

    /// Replaces the file `target` with `staging`, which must be complete and synchronised.
    ///
    /// If the process or the machine fails at any time, `target` is either the complete old or the complete new
    /// database. First, SQLite writes the contents of the old log or journal to the old file. Next, the file is locked
    /// against all other processes, and its log and journal are deleted, also on the disk. Last, the new file is
    /// renamed to `target`. So the log of the old file is never next to the new file.
    ///
    /// - Parameters:
    ///   - keepsUnreadable: whether to rename and keep an old file that SQLite cannot read, with its log and journal.
    ///     If false, the unreadable file is replaced too.
    ///   - verify: called with the complete old file while no other process can write to it. If the closure throws, the
    ///     old file is kept.
    /// - Returns: the name of the kept file; nil if none was kept.
    /// - Throws: `SQLiteError`, such as `busy` at the deadline. `target` is then still the old file.
    public static func replace(
        _ target: String, with staging: StagingFile, keepsUnreadable: Bool, until deadline: ContinuousClock.Instant,
        verify: () throws -> Void = {}
    ) throws -> String? {
        while true {
            let isSettled = try settle(target, until: deadline)
            let lock = try ExclusiveFileLock(target, until: deadline)
            // Another process may have changed the database before it was locked; if so, start again.
            let isUnchanged =
                isNamed(lock.descriptor, target) && !(isSettled && sideSuffixes.contains { byteCount(target + $0) > 0 })
            guard isUnchanged else {
                guard ContinuousClock.now < deadline else {
                    throw SQLiteError(extendedCode: SQLiteError.busy, message: "database is locked")
                }
                continue
            }
            try verify()
            let kept = keepsUnreadable && !isSettled ? try setAside(target) : nil
            removeSideFiles(of: target)
            try synchronizeFolder(of: target)
            if unsafe rename(staging.path, target) != 0 { throw failure() }
            staging.isInPlace = true
            try synchronizeFolder(of: target)
            return kept
        }
    }

    /// Gives a new file the owner and the permissions of the file that it replaces, if the user is allowed to set them.
    public static func copyRights(of path: String, to staging: StagingFile) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return }
        _ = fchown(staging.descriptor, status.st_uid, status.st_gid)
        fchmod(staging.descriptor, status.st_mode & 0o777)
    }

    // MARK: -

    /// Makes SQLite write the contents of the log or journal to the file and switch off the write-ahead log.
    ///
    /// - Returns: false if SQLite cannot read the database.
    private static func settle(_ path: String, until deadline: ContinuousClock.Instant) throws -> Bool {
        while true {
            let connection = try Connection(path: path, mode: .readWrite, busyTimeoutMilliseconds: 100)
            // If the file cannot be read, its log must be kept.
            connection.keepLogOnClose()
            do {
                // The first read rolls back a journal. Only the last connection can switch off the log.
                _ = try connection.integer("PRAGMA schema_version")
                if !connection.hasMoved {
                    _ = try connection.text("PRAGMA journal_mode = DELETE")
                    return true
                }
            } catch let error as SQLiteError {
                switch error {
                // Try again. If another process has just replaced the file, SQLite may have read the old file with the
                // new file's log.
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

    /// Gives a file, its log and its journal an unused name, by a hard link or by renaming. With a hard link, `path`
    /// exists at all times.
    private static func setAside(_ path: String) throws -> String {
        for number in 1...100 {
            let other = path + (number == 1 ? ".damaged" : ".damaged-\(number)")
            if unsafe link(path, other) != 0 {
                if errno == EEXIST { continue }
                // The file system may have no hard links.
                guard kind(other) == .absent, unsafe rename(path, other) == 0 else { throw failure(of: other) }
            }
            for suffix in sideSuffixes where kind(path + suffix) != .absent {
                if unsafe rename(path + suffix, other + suffix) != 0 { throw failure(of: other + suffix) }
            }
            return other
        }
        throw SQLiteError(extendedCode: SQLiteError.cannotOpen, message: "\(path).damaged already exists")
    }

    /// - Parameter others: suffixes of other files to delete as well.
    static func removeSideFiles(of path: String, besides others: [String] = []) {
        for suffix in others + sideSuffixes { unsafe unlink(path + suffix) }
    }

    /// Synchronises the folder of a file to the disk.
    private static func synchronizeFolder(of path: String) throws {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 { throw failure(of: folder) }
        defer { close(descriptor) }
        // Some file systems cannot synchronise folders.
        if fsync(descriptor) != 0, errno != EINVAL { throw failure(of: folder) }
    }
}
