internal import Articles
internal import SQLite
internal import System

/// Watches the write-ahead log that the stores of one pool share.
///
/// If the log was deleted, a new store must not be opened: it would create an empty log and would not see the commits
/// of the other stores. Normally this does not happen: the stores of a pool stay open, and no program deletes the log
/// of an open library.
final class LogWatch: Sendable {
    private struct Files: Sendable {
        var library: FileStatus.Identity
        var log: FileStatus.Identity
    }

    private let path: String
    private let known = Locked<Files?>(nil)

    init(path: String) { self.path = path }

    /// - Parameter log: nil if no log is used, for example during a first load.
    func note(library: FileStatus.Identity?, log: FileStatus.Identity?) {
        known.withLock { known in
            if let library, let log { known = Files(library: library, log: log) } else { known = nil }
        }
    }

    /// - Throws: `StorageError.moved` if the library is still in place but its log is not.
    func verify() throws {
        let file = DatabaseFile.resolved(path)
        guard let known = known.withLock({ $0 }), FileStatus(file)?.identity == known.library else { return }
        guard FileStatus(file + "-wal")?.identity == known.log else { throw StorageError.moved(location: path) }
    }
}
