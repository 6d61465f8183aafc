public import Articles
public import Messages
internal import SQLiteStorage
internal import System

extension Library {
    /// Merges the index and gives room back, after what an upgrade left to be done.
    ///
    /// - Parameter onProgress: how many articles are indexed, and of how many, while some are not.
    public func optimize(onProgress: (IndexingProgress) -> Void = { _ in }) throws {
        while let progress = try store.indexingProgress() {
            onProgress(progress)
            try store.continueBackfill(for: .milliseconds(500))
        }
        try store.refreshTitleWords()
        try store.optimize()
    }

    /// Puts a verified copy of a database as it is now into a file, while others may write to it.
    ///
    /// - Parameter replaces: a file that is there already is replaced.
    /// - Throws: `StorageError`; `Complaint` for a file that is there. `target` is as it was then.
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

    /// A database on a server is copied by the server's own programs.
    private static func requireFile(_ place: String, _ language: Language) throws {
        if LibraryPlace(place).isServer { throw Complaint(.backupByServer, language: language) }
    }

    /// Puts a verified copy of a backup in the place of a database.
    ///
    /// - Parameter replaces: a database that is there already is replaced.
    /// - Returns: the name under which a file that stood there and could not be read is kept; nil for none.
    /// - Throws: `StorageError`; `Complaint` for a database that is there. `target` is as it was then.
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
