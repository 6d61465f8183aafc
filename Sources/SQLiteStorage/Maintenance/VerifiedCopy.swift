internal import Articles
internal import Database
internal import SQLite

/// A copy of a database that is known to be sound, beside the file whose place it is to take: what `backup` makes and
/// `restore` brings back ([decision 50](docs/decisions/0050-verified-copies.md)). It goes with the value unless it is put
/// in place.
public final class VerifiedCopy {
    public let source: String
    public let target: String
    /// The target without links.
    private let place: String
    private let staging: StagingFile

    /// How long other processes are waited for at each step.
    private static let maxWait: Duration = .seconds(5)

    /// Copies the database at `source`, as it is at one moment, and makes sure of the copy: read back from the disk it has the
    /// bytes that were written, its structure is whole, and its articles and their index agree. Of a database that has
    /// still to be brought up to date, whose index cannot be compared, the first two. Nothing at `target` is changed.
    ///
    /// - Parameter trace: is given every SQL statement as it starts.
    /// - Throws: `StorageError`, which names the file that is at fault.
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

    /// Gives the copy the name `target`. What stands there is replaced in one step, or stays as it is.
    ///
    /// - Parameter keepsUnreadable: a file that SQLite cannot read is kept under another name, with its rights on the new one.
    /// - Returns: that name.
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

    /// Neither of the two may be the other, or one of the files beside it, under any name.
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

    /// Refuses to put a database in the place of one of another program, or of a newer version of this one.
    ///
    /// Only the first bytes are read: SQLite would bring a log into the file. What is too damaged for that may be replaced, and
    /// so may a file whose version is negative, which no program opens.
    public static func requireReplaceable(_ path: String) throws {
        guard let header = DatabaseHeader(path: path) else { return }
        if header.applicationID == Schema.applicationID {
            if header.userVersion > Schema.newestVersion {
                throw StorageError.newer(location: path, version: header.userVersion, known: Schema.newestVersion)
            }
            return
        }
        // One whose first commit is still in the log says nothing yet.
        let isUnknown =
            header.applicationID == 0 && header.userVersion == 0 && DatabaseFile.byteCount(path + "-wal") > 0
        if !isUnknown { throw StorageError.notOurs(location: path) }
    }

    private static func version(of connection: Connection, path: String) throws -> Int64 {
        let version = try connection.integer("PRAGMA user_version") ?? 0
        guard try connection.integer("PRAGMA application_id") == Schema.applicationID else {
            throw StorageError.notOurs(location: path)
        }
        try Schema.requireKnown(version, of: path)
        // What is in a backup that came from somewhere runs once it is the database.
        if version == Schema.newestVersion {
            try SchemaInspector.verify(connection)
        } else {
            try SchemaInspector.verifyUnfinished(connection)
        }
        return version
    }

    private func copy(_ connection: Connection) throws {
        do {
            // A first load keeps a journal beside the file as long as it goes on (decision 45), and readers make it wait.
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
            let hasIndex = try version == Schema.newestVersion && store.indexIsWhole()
            problem = try store.guarded {
                try hasIndex ? store.recount().problems.first : store.firstStructuralProblem()
            }
        } catch StorageError.damaged(_, let message) {
            throw StorageError.copyRefused(source: source, target: target, problem: message)
        }
        if let problem { throw StorageError.copyRefused(source: source, target: target, problem: problem) }
        // After the check, which reads the disk and changes nothing.
        guard try staging.checksum() == written else { throw StorageError.copyDiffers(target: target) }
    }
}

extension SQLiteStore {
    /// What `PRAGMA integrity_check` finds first; nil where the file is whole.
    fileprivate func firstStructuralProblem() throws -> String? {
        let line = try connection.text("PRAGMA integrity_check(1)")
        return line == "ok" ? nil : line ?? "no answer"
    }
}
