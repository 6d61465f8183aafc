private import System

extension DatabaseFile {
    /// The kind of file at a path.
    public enum Kind: Sendable {
        case absent, file, folder
        /// A pipe, a socket or a device. Opening such a file may block forever.
        case special
    }

    /// Suffixes of the names of the files that SQLite keeps with a database
    /// (<https://www.sqlite.org/tempfiles.html>).
    public static let sideSuffixes = ["-journal", "-wal", "-shm"]

    /// The kind of file at a path. Follows links.
    public static func kind(_ path: String) -> Kind {
        switch FileSystem.kind(path) {
        case nil: .absent
        case .file: .file
        case .folder: .folder
        case .other: .special
        }
    }

    /// The size of a file in bytes; 0 if the file does not exist.
    public static func byteCount(_ path: String) -> Int64 { FileStatus(path).map { Int64($0.byteCount) } ?? 0 }

    /// The path with links resolved; unchanged if the file does not exist.
    public static func resolved(_ path: String) -> String { FileSystem.absolute(path) ?? path }

    /// Whether the two lists of paths have a file in common, even under different names (such as hard links).
    public static func overlap(_ first: [String], _ second: [String]) -> Bool {
        !identities(first).isDisjoint(with: identities(second))
    }

    /// The identities of the existing files of databases, including logs and journals.
    private static func identities(_ paths: [String]) -> Set<FileStatus.Identity> {
        Set(paths.flatMap { path in ([""] + sideSuffixes).compactMap { FileStatus(path + $0)?.identity } })
    }

    /// Whether `path` still refers to an open file.
    static func isNamed(_ descriptor: Int32, _ path: String) -> Bool {
        guard let open = FileStatus(FileDescriptor(number: descriptor)) else { return false }
        return FileStatus(path)?.identity == open.identity
    }
}
