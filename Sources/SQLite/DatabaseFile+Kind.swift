private import System

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
        switch FileSystem.kind(path) {
        case nil: .absent
        case .file: .file
        case .folder: .folder
        case .other: .special
        }
    }

    /// Bytes of a file; 0 where there is none.
    public static func byteCount(_ path: String) -> Int64 { FileStatus(path).map { Int64($0.byteCount) } ?? 0 }

    /// The path without links; as it is where nothing stands there.
    public static func resolved(_ path: String) -> String { FileSystem.absolute(path) ?? path }

    /// Whether one of the files of `first` is one of those of `second`, under whatever name: hard links, other spellings.
    public static func overlap(_ first: [String], _ second: [String]) -> Bool {
        !identities(first).isDisjoint(with: identities(second))
    }

    /// Of the databases that are there, with the files that belong to them.
    private static func identities(_ paths: [String]) -> Set<FileStatus.Identity> {
        Set(paths.flatMap { path in ([""] + sideSuffixes).compactMap { FileStatus(path + $0)?.identity } })
    }

    /// Whether an open file still has that name.
    static func isNamed(_ descriptor: Int32, _ path: String) -> Bool {
        guard let open = FileStatus(FileDescriptor(number: descriptor)) else { return false }
        return FileStatus(path)?.identity == open.identity
    }
}
