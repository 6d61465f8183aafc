public import System

/// Remembers which file a path referred to when it was opened, so that a writer can check that other processes still
/// find the same file.
///
/// A process can still write to an open file that was deleted or renamed, but other processes do not read it. Its inode
/// is not reused while it is open: <https://man7.org/linux/man-pages/man7/inode.7.html>.
public final class DatabasePlace {
    private let path: String
    private let file: FileStatus.Identity
    /// The identity of the write-ahead log; nil before the first commit to a log.
    public private(set) var log: FileStatus.Identity?

    /// Records the identity of the file that a connection has opened.
    ///
    /// - Throws: `SQLiteError.readOnlyMoved` if the path now refers to another file.
    public init(of connection: Connection, path: String) throws {
        guard let file = FileStatus(path)?.identity, !connection.hasMoved else { throw Self.moved }
        self.path = path
        self.file = file
    }

    /// Throws `SQLiteError.readOnlyMoved` if the path of the database or of its log now refers to another file or to no
    /// file.
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
