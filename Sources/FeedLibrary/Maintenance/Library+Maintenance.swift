public import Articles
public import Messages
internal import SQLiteEngine
internal import System

extension Library {
    /// Completes the work that an upgrade has left, then merges the index and frees space.
    ///
    /// - Parameter onProgress: called while not all articles are indexed, with their number and the total.
    public func optimize(onProgress: (IndexingProgress) -> Void = { _ in }) throws {
        while let progress = try store.indexingProgress() {
            onProgress(progress)
            try store.continueBackfill(for: .milliseconds(500))
        }
        try store.refreshTitleWords()
        try store.optimize()
    }

    /// Writes a verified copy of a database to a file; the database can be written to meanwhile.
    ///
    /// - Parameter replaces: replaces an existing file.
    /// - Throws: `StorageError`; `Complaint` if the file exists. `target` is unchanged then.
    public static func backUp(
        _ source: String, to target: String, replaces: Bool, _ language: Language,
        trace: (@Sendable (String) -> Void)? = nil
    ) throws {
        try requireFile(source, language)
        try requireDatabase(source, language)
        try VerifiedCopy.requireDistinct(source: source, target: target)
        if FileSystem.kind(target) != nil, !replaces { throw Complaint(.fileExists, [target], language: language) }
        _ = try VerifiedCopy(of: source, for: target, trace: trace).putInPlace(keepsUnreadable: false)
    }

    /// Refuses a database on a server, which is backed up by the server's own programs.
    private static func requireFile(_ place: String, _ language: Language) throws {
        if LibraryPlace(place).isServer { throw Complaint(.backupByServer, language: language) }
    }

    /// Restores a database from a verified copy of a backup.
    ///
    /// - Parameter replaces: replaces an existing database.
    /// - Returns: the new name of an unreadable file that was at `target` and is kept; nil if there was none.
    /// - Throws: `StorageError`; `Complaint` if the database exists. `target` is unchanged then.
    public static func restore(
        _ source: String, to target: String, replaces: Bool, _ language: Language,
        trace: (@Sendable (String) -> Void)? = nil
    ) throws -> String? {
        try requireFile(target, language)
        try VerifiedCopy.requireDistinct(source: source, target: target)
        if FileSystem.kind(target) == nil {
            do {
                try FileSystem.makeFolders(FileSystem.parent(target))
            } catch {
                throw Complaint(.cannotWrite, [error.path, error.reason(language)], language: language)
            }
        } else {
            try VerifiedCopy.requireReplaceable(target)
            if !replaces { throw Complaint(.databaseExists, [target], language: language) }
        }
        return try VerifiedCopy(of: source, for: target, trace: trace).putInPlace(keepsUnreadable: true)
    }
}
