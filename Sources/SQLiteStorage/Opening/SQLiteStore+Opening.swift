internal import ArticleSearch
internal import Articles
internal import SQLite
internal import SQLiteSearch

/// What a file must be before it is used, and what is done to one that is older than the program.
extension SQLiteStore {
    /// How long a writer waits for another one that upgrades the file.
    private static let upgradeTimeoutMilliseconds: Int32 = 60_000

    func prepareForReading() throws {
        try connection.snapshot {
            guard try verifiedVersion() == Schema.newestVersion else {
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
        // Who writes waits for the disk elsewhere.
        searchSource.prefetcher = Prefetcher(path: path, isScattered: isLarge)
    }

    func prepareForWriting(backfill: Duration) throws {
        // FULL: an acknowledged batch survives a power cut, <https://www.sqlite.org/pragma.html#pragma_synchronous>.
        try connection.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        try connection.setCache(bytes: Self.writerCacheBytes)
        try connection.execute("PRAGMA temp_store = MEMORY")
        let start = ContinuousClock.now
        // In one snapshot: between two questions another writer may have made what it opens.
        if try connection.snapshot({ try verifiedVersion() }) < Schema.newestVersion { try upgrade() }
        try connection.snapshot {
            _ = try verifiedVersion()
            try SchemaInspector.verify(connection)
        }
        // A first load by another writer keeps the file from changing its journal; then it stays what it is.
        try connection.useWriteAheadLog()
        // The program may have been upgraded while this process runs: it must not write to a form that it does not know.
        connection.transactionDidBegin = { [unowned self] in _ = try verifiedVersion() }
        // One command spends `backfill` on both together.
        try continueBackfill(for: backfill - (ContinuousClock.now - start))
    }

    /// Refuses a file that a newer program has brought to a form which this one does not know.
    func refuseUnknownVersion() throws {
        try Schema.requireKnown(connection.integer("PRAGMA user_version") ?? 0, of: path)
    }

    /// The version of a file that is ours and that the program knows. Only a writer takes an empty file for one, of
    /// version 0.
    private func verifiedVersion() throws -> Int64 {
        let version = try connection.integer("PRAGMA user_version") ?? 0
        let application = try connection.integer("PRAGMA application_id") ?? 0
        if application != Schema.applicationID {
            let isEmpty = try connection.integer("SELECT 1 FROM sqlite_schema LIMIT 1") == nil
            guard application == 0, version == 0, isEmpty, access == .write else {
                throw StorageError.notOurs(location: path)
            }
        }
        try Schema.requireKnown(version, of: path)
        return version
    }

    /// All steps in one exclusive transaction: of two writers that come at once, one does them and the other finds them
    /// done; a process that dies leaves the file as it was.
    private func upgrade() throws {
        // Without effect where the file has pages.
        try connection.execute("PRAGMA page_size = 8192")
        let timeout = connection.busyTimeoutMilliseconds
        connection.busyTimeoutMilliseconds = Self.upgradeTimeoutMilliseconds
        defer { connection.busyTimeoutMilliseconds = timeout }
        // Debian's SQLite overwrites each page of a dropped index; freed pages need no writing at all
        // (<https://www.sqlite.org/pragma.html#pragma_secure_delete>).
        let overwriting = try connection.integer("PRAGMA secure_delete") ?? 0
        try connection.execute("PRAGMA secure_delete = FAST")
        defer { try? connection.execute("PRAGMA secure_delete = \(overwriting)") }
        try connection.transaction(.exclusive) {
            guard try verifiedVersion() < Schema.newestVersion else { return }
            try SchemaInspector.verifyUnfinished(connection)
            try Schema.upgrade(connection)
        }
    }
}
