public import System

/// The file that a path named when it was opened, so that a writer can check that other processes still find this file.
///
/// An open file that was deleted or renamed can still be written, but other processes do not read it. Its inode is not
/// reused while it is open: <https://man7.org/linux/man-pages/man7/inode.7.html>.
public final class DatabasePlace {
    private let path: String
    private let file: FileStatus.Identity
    /// The identity of the write-ahead log, once a commit has been written to it.
    public private(set) var log: FileStatus.Identity?

    /// Records the identity of the file that a connection has opened.
    ///
    /// - Throws: `SQLiteError.readOnlyMoved` if the path now names another file.
    public init(of connection: Connection, path: String) throws {
        guard let file = FileStatus(path)?.identity, !connection.hasMoved else { throw Self.moved }
        self.path = path
        self.file = file
    }

    /// Throws `SQLiteError.readOnlyMoved` if the path of the database or that of its log now names another file or
    /// none.
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
