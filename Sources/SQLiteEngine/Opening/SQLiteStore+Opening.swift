internal import ArticleSearch
internal import Articles
internal import SQLite

/// Verifies a file before it is used, and upgrades it if it is older than the program.
extension SQLiteStore {
    /// How long a writer waits for another writer that upgrades the file.
    private static let upgradeTimeoutMilliseconds: Int32 = 60_000

    func prepareForReading() throws {
        try connection.snapshot {
            guard try verifiedVersion() == SQLiteSchema.newestVersion else {
                throw StorageError.needsMigration(location: path)
            }
            try SchemaInspector.verify(connection)
        }
        try connection.execute("PRAGMA cache_size = -32768")
        isLarge = try connection.byteCount() > FileMapping.maxBytes
        if isLarge {
            BlockReads(connection).allow()
        } else {
            try mapping.use(true)
        }
        try connection.execute("PRAGMA temp_store = MEMORY")
        // Writers do not prefetch.
        searchSource.prefetcher = Prefetcher(path: path, isScattered: isLarge)
    }

    func prepareForWriting(backfill: Duration) throws {
        // FULL: an acknowledged batch survives a power cut, <https://www.sqlite.org/pragma.html#pragma_synchronous>.
        try connection.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        try connection.setCache(bytes: Self.writerCacheBytes)
        try connection.execute("PRAGMA temp_store = MEMORY")
        let start = ContinuousClock.now
        // In one snapshot: another writer may create the database between two statements.
        if try connection.snapshot({ try verifiedVersion() }) < SQLiteSchema.newestVersion { try upgrade() }
        try connection.snapshot {
            _ = try verifiedVersion()
            try SchemaInspector.verify(connection)
        }
        // Has no effect while another writer is in a first load.
        try connection.useWriteAheadLog()
        // A newer version may have upgraded the file while this process runs: do not write to an unknown form.
        connection.transactionDidBegin = { [unowned self] in _ = try verifiedVersion() }
        // `backfill` limits the upgrade and the backfill together.
        try continueBackfill(for: backfill - (ContinuousClock.now - start))
    }

    /// Refuses a file that a newer version of the program has upgraded.
    func refuseUnknownVersion() throws {
        try SQLiteSchema.requireKnown(connection.integer("PRAGMA user_version") ?? 0, of: path)
    }

    /// The version of a file that belongs to this program and that it knows. Only a writer accepts an empty file, as
    /// version 0.
    private func verifiedVersion() throws -> Int64 {
        let version = try connection.integer("PRAGMA user_version") ?? 0
        let application = try connection.integer("PRAGMA application_id") ?? 0
        if application != SQLiteSchema.applicationID {
            let isEmpty = try connection.integer("SELECT 1 FROM sqlite_schema LIMIT 1") == nil
            guard application == 0, version == 0, isEmpty, access == .write else {
                throw StorageError.notOurs(location: path)
            }
        }
        try SQLiteSchema.requireKnown(version, of: path)
        return version
    }

    /// Runs all steps in one exclusive transaction. Of two concurrent writers, the second finds the file upgraded; a
    /// crash leaves the file unchanged.
    private func upgrade() throws {
        // Has no effect if the file has pages already.
        try connection.execute("PRAGMA page_size = 8192")
        let timeout = connection.busyTimeoutMilliseconds
        connection.busyTimeoutMilliseconds = Self.upgradeTimeoutMilliseconds
        defer { connection.busyTimeoutMilliseconds = timeout }
        // Debian's SQLite overwrites each page of a dropped index by default; freed pages need not be written at all
        // (<https://www.sqlite.org/pragma.html#pragma_secure_delete>).
        let overwriting = try connection.integer("PRAGMA secure_delete") ?? 0
        try connection.execute("PRAGMA secure_delete = FAST")
        defer { try? connection.execute("PRAGMA secure_delete = \(overwriting)") }
        try connection.transaction(.exclusive) {
            guard try verifiedVersion() < SQLiteSchema.newestVersion else { return }
            try SchemaInspector.verifyUnfinished(connection)
            try SQLiteSchema.upgrade(connection)
        }
    }
}
