private import Glibc
private import System

/// A new file beside the one whose place it is to take, for its owner alone. It goes with the value, unless it has taken
/// that place.
///
/// Its name is always the same, so that what a killed process left behind is cleared away by the next one. A lock that ends
/// with the process tells whether another one is writing it (<https://man7.org/linux/man-pages/man2/flock.2.html>).
public final class StagingFile {
    public let path: String
    let descriptor: Int32
    var isInPlace = false

    public static func path(for target: String) -> String { target + ".part" }

    /// - Throws: `SQLiteError`: `busy` where another process is writing it, `full`, or `cannotOpen` with the system's words.
    public init(for target: String) throws {
        path = Self.path(for: target)
        for _ in 0..<10 {
            if let created = try Self.create(path) {
                descriptor = created
                return
            }
            try Self.removeAbandoned(path)
        }
        throw SQLiteError(extendedCode: SQLiteError.busy, message: "another process is writing it")
    }

    deinit {
        if !isInPlace { DatabaseFile.removeSideFiles(of: path, besides: [""]) }
        close(descriptor)
    }

    /// Brings what has been written to the disk, and gives back the memory that holds it: what is read next is read from the
    /// disk.
    public func synchronize() throws {
        if fsync(descriptor) != 0 { throw DatabaseFile.failure() }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    }

    /// Equal for equal bytes.
    public func checksum() throws -> [UInt64] {
        do { return try FileChecksum.of(FileDescriptor(number: descriptor)) } catch {
            throw DatabaseFile.failure(error.number)
        }
    }

    // MARK: -

    /// Nil where there is a file of that name.
    private static func create(_ path: String) throws -> Int32? {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if file < 0 {
            if errno == EEXIST { return nil }
            throw DatabaseFile.failure()
        }
        // Before the lock is taken, another process may take the file for an abandoned one.
        guard flock(file, LOCK_EX | LOCK_NB) == 0, DatabaseFile.isNamed(file, path) else {
            close(file)
            return nil
        }
        DatabaseFile.removeSideFiles(of: path)
        return file
    }

    private static func removeAbandoned(_ path: String) throws {
        let file = unsafe open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        if file < 0 {
            if errno == ENOENT { return }
            throw DatabaseFile.failure(of: path)
        }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SQLiteError(extendedCode: SQLiteError.cannotOpen, message: "\(path) is not a file")
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            throw SQLiteError(extendedCode: SQLiteError.busy, message: "another process is writing it")
        }
        // The previous holder of the lock may have put it in its place meanwhile.
        if DatabaseFile.isNamed(file, path) { unsafe unlink(path) }
    }
}
