internal import ArticleSearch
public import Articles
internal import SQLite

/// The engine that stores a library in one SQLite file.
public enum SQLiteLibrary {
    /// Opens the database at `path`. If it is opened for writing, it is created if missing, and upgraded to the newest
    /// schema.
    ///
    /// - Parameters:
    ///   - trace: called with every SQL statement before it runs, without values.
    ///   - backfill: time limit for work that an upgrade has deferred, when opening for writing.
    /// - Throws: `StorageError`. Files of other programs or newer versions are not changed.
    public static func open(
        path: String, access: StoreAccess, trace: (@Sendable (String) -> Void)? = nil,
        backfill: Duration = .milliseconds(500)
    ) throws -> any ArticleStore {
        try SQLiteStore(path: path, access: access, trace: trace, backfill: backfill)
    }

    /// The default memory limit of the caches that all readers of a database share: 1/48 of the machine's memory, at
    /// most 320 MB.
    public static var maxCacheBytes: Int { MemoryBudget.oneOf(48, atMost: 320 << 20) }

    /// Returns a pool of stores through which the threads of one process share a database.
    ///
    /// - Parameters:
    ///   - readers: number of readers that work at the same time, at least one.
    ///   - maxCacheBytes: memory limit of the caches that the readers share.
    public static func pool(path: String, readers: Int, maxCacheBytes: Int = Self.maxCacheBytes) -> StorePool {
        pool(path: path, readers: readers, caches: EngineCaches(maxBytes: maxCacheBytes))
    }

    /// Returns a pool of stores through which the threads of one process share a database. The caller can read the size
    /// of the caches.
    public static func pool(path: String, readers: Int, caches: EngineCaches) -> StorePool {
        let watch = LogWatch(path: path)
        return StorePool(readers: readers) { access in
            // Report a missing library as an error; opening it for writing would create an empty one.
            guard DatabaseFile.exists(path), DatabaseFile.byteCount(path) > 0 else {
                throw StorageError.gone(location: path)
            }
            try watch.verify()
            let store = try SQLiteStore(path: path, access: access, caches: caches.index)
            store.logWatch = watch
            return store
        }
    }
}

/// The caches that the readers of one database share.
public struct EngineCaches: Sendable {
    let index: IndexCaches

    public init(maxBytes: Int) { index = IndexCaches(maxBytes: maxBytes) }

    /// Bytes of memory in use.
    public var byteCount: Int { index.byteCount }
}
