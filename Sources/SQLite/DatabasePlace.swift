private import System

/// Which file a path names, so that a writer sees whether it still writes what others find there.
///
/// An open file that was deleted or renamed takes writes as before, and nobody reads them any more. Its inode is not given to
/// another while it is open: <https://man7.org/linux/man-pages/man7/inode.7.html>.
public final class DatabasePlace {
    private let path: String
    private let file: FileStatus.Identity
    /// That of the write-ahead log, once something has been committed to it.
    private var log: FileStatus.Identity?

    /// Notes the file that has been opened.
    ///
    /// - Throws: `SQLiteError.readOnlyMoved` where the path names another by now.
    public init(of connection: Connection, path: String) throws {
        guard let file = FileStatus(path)?.identity, !connection.hasMoved else { throw Self.moved }
        self.path = path
        self.file = file
    }

    /// Throws `SQLiteError.readOnlyMoved` where the path names another file by now, or none; the same for the write-ahead log.
    ///
    /// - Parameter hasLog: whether the last commit went into a log.
    /// - Complexity: two calls of the system.
    public func verify(hasLog: Bool) throws {
        guard FileStatus(path)?.identity == file else { throw Self.moved }
        guard hasLog else {
            log = nil
            return
        }
        let current = FileStatus(path + "-wal")?.identity
        guard let current, log == nil || current == log else { throw Self.moved }
        log = current
    }

    private static var moved: SQLiteError {
        SQLiteError(
            extendedCode: SQLiteError.readOnlyMoved, message: "the database file was moved, deleted or replaced")
    }
}
