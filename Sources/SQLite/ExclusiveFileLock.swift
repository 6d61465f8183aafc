private import Glibc

/// Locks all connections of other processes, including readers, out of a database file, like SQLite's own EXCLUSIVE
/// lock: a write lock on the lock bytes (<https://www.sqlite.org/fileformat.html#the_lock_byte_page>).
///
/// A connection in WAL mode always holds a lock on these bytes, so no other process has the database open while this
/// lock is held. The lock works even if SQLite cannot read the file. It belongs to the open file, not to the process
/// (F_OFD_SETLK, <https://man7.org/linux/man-pages/man2/fcntl.2.html>). This process must have no connection to the
/// file: closing the file here would release that connection's locks.
final class ExclusiveFileLock {
    let descriptor: Int32

    private static let firstLockByte: off_t = 0x4000_0000
    private static let lockByteCount: off_t = 512
    /// F_OFD_SETLK, which the C library module does not export in some versions.
    private static let setOpenFileLock: Int32 = 37

    /// - Throws: `SQLiteError`: `busy` at the deadline, or `cannotOpen` with the system's message.
    init(_ path: String, until deadline: ContinuousClock.Instant) throws {
        descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 { throw DatabaseFile.failure() }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = Self.firstLockByte
        lock.l_len = Self.lockByteCount
        while unsafe fcntl(descriptor, Self.setOpenFileLock, &lock) != 0 {
            guard errno == EAGAIN || errno == EACCES || errno == EINTR else { throw DatabaseFile.failure() }
            guard ContinuousClock.now < deadline else {
                throw SQLiteError(extendedCode: SQLiteError.busy, message: "database is locked")
            }
            usleep(20_000)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
