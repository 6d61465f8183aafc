private import Glibc

/// The file of a database, before SQLite opens it.
public enum DatabaseFile {
    public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Creates an empty file that only its owner can read, and any missing folders in its path.
    ///
    /// - Throws: `SQLiteError`: `full`, or `cannotOpen` with the system's message.
    public static func createPrivate(_ path: String) throws {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            folder += part + "/"
            if unsafe access(folder, F_OK) != 0, unsafe mkdir(folder, 0o700) != 0, errno != EEXIST {
                throw failure(of: folder)
            }
        }
        // Do not use `open`: another thread may have created the file, and closing it here would release that thread's
        // locks ("How To Corrupt An SQLite Database File", <https://www.sqlite.org/howtocorrupt.html>, 2.2).
        if unsafe mknod(path, S_IFREG | 0o600, 0) == 0 || exists(path) { return }
        // The path is a link to a missing file, or the file system does not support `mknod`.
        let file = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        close(file)
    }

    /// Tells the system that this process reads the pages of an open file in random order. The system then reads single
    /// pages, without up to 8 MB of the following pages (<https://man7.org/linux/man-pages/man2/posix_fadvise.2.html>).
    ///
    /// Does not open the file, because closing it again would release SQLite's locks ("How To Corrupt An SQLite
    /// Database File", <https://www.sqlite.org/howtocorrupt.html>, 2.2).
    public static func expectScatteredReads(of path: String) {
        let folder = "/proc/self/fd"
        guard let open = unsafe opendir(folder) else { return }
        defer { unsafe closedir(open) }
        var wanted = stat()
        guard unsafe stat(path, &wanted) == 0 else { return }
        while let entry = unsafe readdir(open) {
            let name = unsafe withUnsafePointer(to: entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            var found = stat()
            guard let file = Int32(name), unsafe fstat(file, &found) == 0, found.st_ino == wanted.st_ino,
                found.st_dev == wanted.st_dev
            else { continue }
            posix_fadvise(file, 0, 0, POSIX_FADV_RANDOM)
        }
    }

    /// The error of the last system call, with the system's message.
    ///
    /// - Parameter path: the file or folder that failed, if it is not the database file.
    static func failure(of path: String? = nil) -> SQLiteError { failure(errno, of: path) }

    static func failure(_ number: Int32, of path: String? = nil) -> SQLiteError {
        let reason = unsafe String(cString: strerror(number))
        return SQLiteError(
            extendedCode: number == ENOSPC || number == EDQUOT ? SQLiteError.full : SQLiteError.cannotOpen,
            message: path.map { "\($0): \(reason)" } ?? reason)
    }
}
