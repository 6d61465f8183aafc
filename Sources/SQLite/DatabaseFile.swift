private import Glibc

/// The file of a database, before SQLite opens it.
public enum DatabaseFile {
    public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Makes an empty file that only its owner can read, and the folders above it where they are absent.
    ///
    /// - Throws: `SQLiteError.cannotOpen` with the system's words.
    public static func createPrivate(_ path: String) throws {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            folder += part + "/"
            if unsafe access(folder, F_OK) != 0, unsafe mkdir(folder, 0o700) != 0, errno != EEXIST {
                throw failure(of: folder)
            }
        }
        let file = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        close(file)
    }

    /// Tells the system that pages of a file that this process has open are read here and there: it reads what it is asked for
    /// then, and not a window of what follows, which is up to 8 MB (<https://man7.org/linux/man-pages/man2/posix_fadvise.2.html>).
    ///
    /// To open the file for this would not do, since to close it would take SQLite's locks away ("How To Corrupt An SQLite
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

    /// The system's words for what failed just now.
    ///
    /// - Parameter path: what failed, where it is not the file itself.
    static func failure(of path: String? = nil) -> SQLiteError { failure(errno, of: path) }

    static func failure(_ number: Int32, of path: String? = nil) -> SQLiteError {
        let reason = unsafe String(cString: strerror(number))
        return SQLiteError(
            extendedCode: number == ENOSPC || number == EDQUOT ? SQLiteError.full : SQLiteError.cannotOpen,
            message: path.map { "\($0): \(reason)" } ?? reason)
    }
}
