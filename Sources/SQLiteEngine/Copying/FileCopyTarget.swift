internal import Articles
internal import Database
package import LibraryStorage
internal import SQLite
internal import System

/// The file that receives the copy of a library. It is created next to the target, and is renamed to the target's name
/// when the copy is complete.
///
/// A file left by an interrupted copy is reused. Only one process at a time can open the file.
package final class FileCopyTarget {
    private let target: String
    /// The target's path with symbolic links resolved.
    private let place: String
    private let staging: StagingFile
    private var opened: SQLiteStore?

    private static let suffix = ".copying"
    static func path(for target: String) -> String { target + suffix }
    /// How long each step waits for other processes.
    private static let maxWait: Duration = .seconds(5)

    /// - Parameters:
    ///   - trace: called with every SQL statement before it runs.
    ///   - isEarlierCopy: whether a target that has content is an earlier copy, which is then continued.
    /// - Throws: `StorageError`; `LibraryCopyError.notEmpty` if the target has content.
    package init(
        for target: String, trace: (@Sendable (String) -> Void)?,
        isEarlierCopy: (any CopyableStore) throws -> Bool = { _ in false }
    ) throws {
        self.target = target
        let place = DatabaseFile.resolved(target)
        self.place = place
        if [.special, .folder].contains(DatabaseFile.kind(place)) { throw StorageError.notAFile(location: target) }
        if DatabaseFile.kind(place) == .file, ["", "-wal"].contains(where: { DatabaseFile.byteCount(place + $0) > 0 }) {
            // Do not replace a file of another program or of a newer version: opening such a file throws.
            let store = try SQLiteStore(path: target, access: .write)
            do {
                try store.guarded { try Self.requireEmpty(store.connection) }
            } catch let error as LibraryCopyError {
                guard try isEarlierCopy(store) else { throw error }
                try Self.takeBack(store, from: place)
            }
        }
        do {
            staging = try StagingFile(for: place, suffix: Self.suffix, isKept: true)
        } catch let error as SQLiteError where error.code == SQLiteError.busy {
            throw StorageError.copyUnderWay(location: Self.path(for: place))
        } catch let error as SQLiteError {
            throw StorageError(writing: error, path: target)
        }
        let store = try SQLiteStore(path: staging.path, access: .write, trace: trace)
        store.isCopyTarget = true
        opened = store
    }

    package var store: any CopyableStore {
        guard let opened else { preconditionFailure("it is in its place") }
        return opened
    }

    /// Renames the complete file to the target's name.
    package func putInPlace() throws {
        let deadline = ContinuousClock.now + Self.maxWait
        do {
            // Moves the content of the log into the file, because only the file is renamed.
            guard try opened?.connection.text("PRAGMA journal_mode = DELETE") == "delete" else {
                throw SQLiteError(extendedCode: SQLiteError.busy, message: "another process has \(staging.path) open")
            }
            opened = nil
            try staging.synchronize()
            guard DatabaseFile.kind(place) == .file else {
                return try DatabaseFile.place(staging, at: place, until: deadline)
            }
            DatabaseFile.copyRights(of: place, to: staging)
            _ = try DatabaseFile.replace(place, with: staging, keepsUnreadable: false, until: deadline) { [place] in
                if DatabaseFile.byteCount(place) == 0 { return }
                try Self.requireEmpty(Connection(path: place, mode: .immutable))
            }
        } catch let error as SQLiteError {
            throw StorageError(writing: error, path: target)
        }
    }

    /// Makes a complete copy an unfinished one.
    private static func takeBack(_ store: SQLiteStore, from place: String) throws {
        guard try store.connection.text("PRAGMA journal_mode = DELETE") == "delete" else {
            throw StorageError.locked(location: place)
        }
        do { try FileSystem.move(place, to: path(for: place)) } catch {
            throw StorageError.cannotWrite(location: place, message: error.words)
        }
    }

    private static func requireEmpty(_ connection: Connection) throws {
        for table in CopiedTable.all {
            let form = SQLiteCopiedForm(CopiedForm(table.keysAlone, connection, texts: nil, location: ""))
            if try connection.prepare(form.selection(isPart: false)).step() {
                throw LibraryCopyError.notEmpty(table: table.name)
            }
        }
    }
}
