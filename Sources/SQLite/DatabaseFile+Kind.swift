private import Glibc

extension DatabaseFile {
    /// What stands at a path.
    public enum Kind: Sendable {
        case absent, file, folder
        /// A pipe, a socket or a device: to open one may wait for ever.
        case special
    }

    /// What SQLite puts behind a database's name for the files that belong to it
    /// (<https://www.sqlite.org/tempfiles.html>).
    public static let sideSuffixes = ["-journal", "-wal", "-shm"]

    /// Links are followed.
    public static func kind(_ path: String) -> Kind {
        guard let status = status(path) else { return .absent }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .special
        }
    }

    /// Bytes of a file; 0 where there is none.
    public static func byteCount(_ path: String) -> Int64 { status(path).map { Int64($0.st_size) } ?? 0 }

    /// The path without links; as it is where nothing stands there.
    public static func resolved(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// Whether one of the files of `first` is one of those of `second`, under whatever name: hard links, other spellings.
    public static func overlap(_ first: [String], _ second: [String]) -> Bool {
        !identities(first).isDisjoint(with: identities(second))
    }

    private struct Identity: Hashable {
        var device: dev_t
        var inode: ino_t
    }

    /// Of the databases that are there, with the files that belong to them.
    private static func identities(_ paths: [String]) -> Set<Identity> {
        var found: Set<Identity> = []
        for path in paths {
            for suffix in [""] + sideSuffixes {
                if let status = status(path + suffix) {
                    found.insert(Identity(device: status.st_dev, inode: status.st_ino))
                }
            }
        }
        return found
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }

    /// Whether an open file still has that name.
    static func isNamed(_ descriptor: Int32, _ path: String) -> Bool {
        var open = stat()
        guard unsafe fstat(descriptor, &open) == 0, let named = status(path) else { return false }
        return open.st_ino == named.st_ino && open.st_dev == named.st_dev
    }
}
