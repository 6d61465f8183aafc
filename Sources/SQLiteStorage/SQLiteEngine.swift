public import Articles

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
}
