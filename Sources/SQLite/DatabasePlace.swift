public import System

/// The file that a path named, so that a writer can check that others still find the file it writes.
///
/// An open file that was deleted or renamed can still be written, but nobody reads it. Its inode is not used again
/// while it is open: <https://man7.org/linux/man-pages/man7/inode.7.html>.
public final class DatabasePlace {
    private let path: String
    private let file: FileStatus.Identity
    /// The identity of the write-ahead log, once a commit has been written to it.
    public private(set) var log: FileStatus.Identity?

    /// Remembers the file that a connection has opened.
    ///
    /// - Throws: `SQLiteError.readOnlyMoved` if the path names another file by now.
    public init(of connection: Connection, path: String) throws {
        guard let file = FileStatus(path)?.identity, !connection.hasMoved else { throw Self.moved }
        self.path = path
        self.file = file
    }

    /// Throws `SQLiteError.readOnlyMoved` if the path, or the log's, names no file or another one by now.
    ///
    /// - Parameter hasLog: whether the last commit was written to a log.
    /// - Complexity: two system calls.
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
