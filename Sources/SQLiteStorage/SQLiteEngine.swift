internal import ArticleSearch
public import Articles
internal import SQLite
internal import SQLiteSearch

/// The engine that keeps a store in one SQLite file.
public enum SQLiteEngine {
    /// Opens the database at `path`; for writing, it is created where it is absent and brought to the newest schema.
    ///
    /// - Parameters:
    ///   - trace: is given every SQL statement as it starts, its values left out.
    ///   - backfill: how long opening for writing works at most on what an upgrade left to be done.
    /// - Throws: `StorageError`; a file that is not ours, or newer than we are, is left as it is.
    public static func open(
        path: String, access: StoreAccess, trace: (@Sendable (String) -> Void)? = nil,
        backfill: Duration = .milliseconds(500)
    ) throws -> any ArticleStore {
        try SQLiteStore(path: path, access: access, trace: trace, backfill: backfill)
    }

    /// What readers of one database may keep in memory together where nothing else is said: a 48th of the machine's memory,
    /// at most 320 MB.
    public static var maxCacheBytes: Int { MemoryBudget.oneOf(48, atMost: 320 << 20) }

    /// Opens a database for the threads of one process.
    ///
    /// - Parameters:
    ///   - readers: that work at the same time, at least one.
    ///   - maxCacheBytes: what all readers keep in memory together.
    public static func pool(path: String, readers: Int, maxCacheBytes: Int = Self.maxCacheBytes) -> StorePool {
        pool(path: path, readers: readers, caches: EngineCaches(maxBytes: maxCacheBytes))
    }

    /// The same with caches whose size can be asked for.
    public static func pool(path: String, readers: Int, caches: EngineCaches) -> StorePool {
        let watch = LogWatch(path: path)
        return StorePool(readers: readers) { access in
            // The library must be there: one that is made anew would be empty.
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

/// What the readers of one database keep in memory together.
public struct EngineCaches: Sendable {
    let index: IndexCaches

    public init(maxBytes: Int) { index = IndexCaches(maxBytes: maxBytes) }

    /// Bytes of memory in use.
    public var byteCount: Int { index.byteCount }
}
