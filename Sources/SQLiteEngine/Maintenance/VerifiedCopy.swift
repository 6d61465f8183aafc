internal import Articles
internal import Database
internal import SQLite

/// A verified copy of a database, next to the file that it will replace. `backup` creates such a copy, and `restore`
/// reads it back ([decision 50](../../../docs/decisions/0050-verified-copies.md)). The copy is deleted on deinit unless
/// it was put in place.
public final class VerifiedCopy {
    public let source: String
    public let target: String
    /// The target with symbolic links resolved.
    private let place: String
    private let staging: StagingFile

    /// How long each step waits for other processes.
    private static let maxWait: Duration = .seconds(5)

    /// Copies a snapshot of the database at `source`, and verifies the copy: the bytes read back from the disk equal
    /// those that were written, the structure is intact, and the articles agree with their index. The comparison with
    /// the index is skipped if the database is not fully upgraded. The file at `target` is not changed.
    ///
    /// - Parameter trace: called with every SQL statement before it runs.
    /// - Throws: `StorageError` with the name of the file at fault.
    /// - Complexity: reads the database three times, and analyses every text.
    public init(of source: String, for target: String, trace: (@Sendable (String) -> Void)? = nil) throws {
        self.source = source
        self.target = target
        place = DatabaseFile.resolved(target)
        try Self.requireDistinct(source: source, target: target)
        let connection: Connection
        let version: Int64
        do {
            connection = try SQLiteStore.open(path: source, access: .read)
            if let trace { connection.trace(trace) }
            version = try Self.version(of: connection, path: source)
        } catch let error as SQLiteError {
            throw StorageError(error, path: source)
        }
        do {
            if DatabaseFile.kind(place) == .file {
                try DatabaseFile.waitUntilClosed(place, until: .now + Self.maxWait)
            }
        } catch let error as SQLiteError {
            throw StorageError(writing: error, path: target)
        }
        do {
            staging = try StagingFile(for: place)
        } catch let error as SQLiteError where error.code == SQLiteError.busy {
            throw StorageError.copyUnderWay(location: StagingFile.path(for: place))
        } catch let error as SQLiteError {
            throw StorageError(writing: error, path: target)
        }
        try copy(connection)
        try verify(version)
    }

    /// Renames the copy to `target`. An existing file is replaced in one step; if that fails, the existing file is
    /// unchanged.
    ///
    /// - Parameter keepsUnreadable: whether to keep, under another name, an old file that SQLite cannot read. If true,
    ///   the copy also gets the old file's owner and permissions.
    /// - Returns: the name under which the old file was kept; nil if it was replaced.
    /// - Throws: `StorageError`.
    public func putInPlace(keepsUnreadable: Bool) throws -> String? {
        let deadline = ContinuousClock.now + Self.maxWait
        do {
            guard DatabaseFile.kind(place) == .file else {
                try DatabaseFile.place(staging, at: place, until: deadline)
                return nil
            }
            if keepsUnreadable { DatabaseFile.copyRights(of: place, to: staging) }
            return try DatabaseFile.replace(place, with: staging, keepsUnreadable: keepsUnreadable, until: deadline)
        } catch let error as SQLiteError {
            throw StorageError(writing: error, path: target)
        }
    }

    // MARK: -

    /// Checks that source and target are different files, even if their names differ, and that neither is a side file
    /// of the other, such as its log.
    public static func requireDistinct(source: String, target: String) throws {
        switch DatabaseFile.kind(target) {
        case .special, .folder: throw StorageError.notAFile(location: target)
        case .absent, .file: break
        }
        let resolved = DatabaseFile.resolved(target)
        let written = [resolved, StagingFile.path(for: resolved), FileCopyTarget.path(for: resolved)]
        if DatabaseFile.overlap([source], written) {
            throw StorageError.sameFile(source: source, target: target)
        }
    }

    /// Refuses to replace a database of another program, or of a newer version of this one.
    ///
    /// Reads only the header, because opening the file would make SQLite move the content of the log into it. A file
    /// with an unreadable header may be replaced, and so may a file with a negative version, which no program opens.
    public static func requireReplaceable(_ path: String) throws {
        guard let header = DatabaseHeader(path: path) else { return }
        if header.applicationID == SQLiteSchema.applicationID {
            if header.userVersion > SQLiteSchema.newestVersion {
                throw StorageError.newer(location: path, version: header.userVersion, known: SQLiteSchema.newestVersion)
            }
            return
        }
        // If the first commit is still in the log, the header has no application id yet.
        let isUnknown =
            header.applicationID == 0 && header.userVersion == 0 && DatabaseFile.byteCount(path + "-wal") > 0
        if !isUnknown { throw StorageError.notOurs(location: path) }
    }

    private static func version(of connection: Connection, path: String) throws -> Int64 {
        let version = try connection.integer("PRAGMA user_version") ?? 0
        guard try connection.integer("PRAGMA application_id") == SQLiteSchema.applicationID else {
            throw StorageError.notOurs(location: path)
        }
        try SQLiteSchema.requireKnown(version, of: path)
        // Triggers in a foreign backup would run: verify the schema first.
        if version == SQLiteSchema.newestVersion {
            try SchemaInspector.verify(connection)
        } else {
            try SchemaInspector.verifyUnfinished(connection)
        }
        return version
    }

    private func copy(_ connection: Connection) throws {
        do {
            // During a first load, a rollback journal remains next to the file (decision 109), and the load waits for
            // readers.
            let isFirstLoad =
                try connection.text("PRAGMA journal_mode") != "wal" && DatabaseFile.kind(source + "-journal") == .file
            try connection.copy(to: staging.path, isBlocking: isFirstLoad)
        } catch CopyError.reading(let error) {
            throw StorageError(reading: error, path: source)
        } catch CopyError.writing(let error) {
            throw StorageError(writing: error, path: target)
        } catch let error as SQLiteError {
            throw StorageError(error, path: source)
        }
    }

    private func verify(_ version: Int64) throws {
        let written: [UInt64]
        do {
            written = try staging.checksum()
            try staging.synchronize()
        } catch let error as SQLiteError {
            throw StorageError(writing: error, path: target)
        }
        let problem: String?
        do {
            let store = try SQLiteStore(copyAt: staging.path)
            let hasIndex = try version == SQLiteSchema.newestVersion && store.indexIsWhole()
            problem = try store.guarded {
                try hasIndex ? store.recount().problems.first : store.firstStructuralProblem()
            }
        } catch StorageError.damaged(_, let message) {
            throw StorageError.copyRefused(source: source, target: target, problem: message)
        }
        if let problem { throw StorageError.copyRefused(source: source, target: target, problem: problem) }
        // Compare after the check, since the check reads the file from the disk and does not change it.
        guard try staging.checksum() == written else { throw StorageError.copyDiffers(target: target) }
    }
}

extension SQLiteStore {
    /// The first problem that `PRAGMA integrity_check` finds; nil if the file is intact.
    fileprivate func firstStructuralProblem() throws -> String? {
        let line = try connection.text("PRAGMA integrity_check(1)")
        return line == "ok" ? nil : line ?? "no answer"
    }
}
