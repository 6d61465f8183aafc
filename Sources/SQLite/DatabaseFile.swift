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

    /// - Parameter folder: what failed, where it is not the file itself.
    private static func failure(of folder: String? = nil) -> SQLiteError {
        let reason = unsafe String(cString: strerror(errno))
        return SQLiteError(
            extendedCode: SQLiteError.cannotOpen, message: folder.map { "\($0): \(reason)" } ?? reason)
    }
}
