private import Glibc
private import System

/// A new file next to the file that it will replace, readable only by its owner. The file is deleted on deinit unless
/// it has replaced the other file.
///
/// The file always has the same name, so that the next process can delete a file left by a killed process. A lock,
/// which ends with the process, shows whether another process is writing the file
/// (<https://man7.org/linux/man-pages/man2/flock.2.html>).
public final class StagingFile {
    public let path: String
    let descriptor: Int32
    var isInPlace = false
    private let isKept: Bool

    public static func path(for target: String) -> String { target + ".part" }

    /// - Parameters:
    ///   - suffix: the suffix that is added to the target's name.
    ///   - isKept: whether to reuse the file of an earlier process instead of deleting it, and to keep the file on
    ///     deinit.
    /// - Throws: `SQLiteError`: `busy` if another process is writing the file, `full`, or `cannotOpen` with the
    ///   system's message.
    public init(for target: String, suffix: String = ".part", isKept: Bool = false) throws {
        path = target + suffix
        self.isKept = isKept
        for _ in 0..<10 {
            if let created = try Self.create(path) {
                descriptor = created
                return
            }
            if let abandoned = try Self.takeAbandoned(path, removes: !isKept) {
                descriptor = abandoned
                return
            }
        }
        throw SQLiteError(extendedCode: SQLiteError.busy, message: "another process is writing it")
    }

    deinit {
        if !isInPlace, !isKept { DatabaseFile.removeSideFiles(of: path, besides: [""]) }
        close(descriptor)
    }

    /// Writes the file to the disk and drops it from the system's cache, so that the next read comes from the disk.
    public func synchronize() throws {
        if fsync(descriptor) != 0 { throw DatabaseFile.failure() }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    }

    /// A checksum of the file's bytes.
    public func checksum() throws -> [UInt64] {
        do { return try FileChecksum.of(FileDescriptor(number: descriptor)) } catch {
            throw DatabaseFile.failure(error.number)
        }
    }

    // MARK: -

    /// Creates and locks the file; nil if a file with its name exists.
    private static func create(_ path: String) throws -> Int32? {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if file < 0 {
            if errno == EEXIST { return nil }
            throw DatabaseFile.failure()
        }
        // Until the file is locked, another process may treat it as abandoned and delete it.
        guard flock(file, LOCK_EX | LOCK_NB) == 0, DatabaseFile.isNamed(file, path) else {
            close(file)
            return nil
        }
        DatabaseFile.removeSideFiles(of: path)
        return file
    }

    /// Locks the file of a process that has ended, and returns its descriptor. Deletes the file if `removes` is true.
    /// Returns nil if the file does not exist.
    private static func takeAbandoned(_ path: String, removes: Bool) throws -> Int32? {
        let file = unsafe open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        if file < 0 {
            if errno == ENOENT { return nil }
            throw DatabaseFile.failure(of: path)
        }
        var isTaken = false
        defer { if !isTaken { close(file) } }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SQLiteError(extendedCode: SQLiteError.cannotOpen, message: "\(path) is not a file")
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            throw SQLiteError(extendedCode: SQLiteError.busy, message: "another process is writing it")
        }
        // The previous holder of the lock may have renamed its file in the meantime.
        guard DatabaseFile.isNamed(file, path) else { return nil }
        if removes {
            unsafe unlink(path)
            return nil
        }
        isTaken = true
        return file
    }
}
