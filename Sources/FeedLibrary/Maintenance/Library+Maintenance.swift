public import Articles
internal import LibraryStorage
public import Messages
package import Pipelines
internal import SQLiteEngine
internal import System

extension Library {
    /// Completes the indexing after an upgrade, then merges the index and frees space.
    ///
    /// - Parameter onProgress: called repeatedly until all articles are indexed, with the number of indexed articles
    ///   and the total.
    public func optimize(onProgress: (IndexingProgress) -> Void = { _ in }) throws {
        while let progress = try store.indexingProgress() {
            onProgress(progress)
            try store.continueBackfill(for: .milliseconds(500))
        }
        try store.refreshTitleWords()
        try store.optimize()
    }

    /// Writes a verified copy of a database to a file. The database can be written to during the copy.
    ///
    /// - Parameter replaces: whether to replace an existing file.
    /// - Throws: `StorageError`; `UserFacingError` if the file exists. After an error, `target` is unchanged.
    public static func backUp(
        _ source: String, to target: String, replaces: Bool, _ language: Language,
        trace: (@Sendable (String) -> Void)? = nil
    ) throws {
        try requireFile(source, language)
        try requireDatabase(source, language)
        try VerifiedCopy.requireDistinct(source: source, target: target)
        if FileSystem.kind(target) != nil, !replaces {
            throw UserFacingError(.fileExists, [target], language: language)
        }
        _ = try VerifiedCopy(of: source, for: target, trace: trace).putInPlace(keepsUnreadable: false)
    }

    /// Refuses a database on a server, because it must be backed up with the server's own tools.
    private static func requireFile(_ place: String, _ language: Language) throws {
        if LibraryPlace(place).isServer { throw UserFacingError(.backupByServer, language: language) }
    }

    /// Restores a database from a verified copy of a backup.
    ///
    /// - Parameter replaces: whether to replace an existing database.
    /// - Returns: the new name of the file that was at `target`, if that file was unreadable; otherwise nil.
    /// - Throws: `StorageError`; `UserFacingError` if the database exists. After an error, `target` is unchanged.
    public static func restore(
        _ source: String, to target: String, replaces: Bool, _ language: Language,
        trace: (@Sendable (String) -> Void)? = nil
    ) throws -> String? {
        try requireFile(target, language)
        // Check this before asking the user anything about the target.
        if FileSystem.kind(source) == nil { throw UserFacingError(.noBackup, [source], language: language) }
        try VerifiedCopy.requireDistinct(source: source, target: target)
        if FileSystem.kind(target) == nil {
            do {
                try FileSystem.makeFolders(FileSystem.parent(target))
            } catch {
                throw UserFacingError(.cannotWrite, [error.path, error.reason(language)], language: language)
            }
        } else {
            try VerifiedCopy.requireReplaceable(target)
            if !replaces { throw UserFacingError(.databaseExists, [target], language: language) }
        }
        return try VerifiedCopy(of: source, for: target, trace: trace).putInPlace(keepsUnreadable: true)
    }

    /// Adds words of titles to the list of title words by pronunciation, for at most 0.2 seconds. The next call
    /// continues.
    ///
    /// Errors are ignored, because the list is only used for suggestions.
    package func refreshTitleWordsBriefly() {
        let start = clock.monotonicSeconds()
        try? store.refreshTitleWords { clock.monotonicSeconds() - start < 0.2 }
    }

    /// Applies retention and delayed rules, purges the bin, and continues the indexing after an upgrade.
    ///
    /// - Throws: `StorageError`, or `SearchError` at the deadline. Each step is a separate transaction, so completed
    ///   steps are kept.
    package func tidy(until deadline: Deadline = .never) throws {
        let now = clock.now()
        store.feedDefaults = try settings.checkedFeedDefaults()
        let options = try store.allOptions()
        let subscribed = store.feedDefaults.isEmpty ? [] : try store.feeds().map(\.id)
        for feed in Set(options.keys).union(subscribed).sorted() where !deadline.isReached {
            let options = options[feed] ?? FeedOptions()
            _ = try store.removeOld(of: feed, options, now: now)
            _ = try store.limitUnread(of: feed, options)
        }
        if !deadline.isReached { _ = try store.runDelayedRules(now: now) }
        if !deadline.isReached { _ = try store.purgeBin(now: now) }
        while !deadline.isReached, try !store.continueBackfill(for: .milliseconds(500)) {}
        try store.refreshTitleWords { !deadline.isReached }
    }

    /// The numbers of copied items.
    public struct CopyReport: Sendable, Equatable {
        public var articles = 0
        public var feeds = 0
        public var savedSearches = 0
        public var rules = 0
        /// The number of articles in the bin.
        public var removed = 0
        /// Actions that cannot be undone in the copy, because their data are damaged in the source; ascending.
        public var damagedActions: [Int64] = []
    }

    /// Copies a library to an empty target, or continues an interrupted copy. Source and target can each be a file or
    /// on a server. All data is copied and compared row by row. The source can be written to during the copy.
    ///
    /// - Throws: `StorageError`; `UserFacingError` if the target is not empty. An incomplete copy can only be
    ///   continued.
    public static func copy(
        _ source: String, to target: String, _ language: Language, trace: (@Sendable (String) -> Void)? = nil
    ) throws -> CopyReport {
        let places = (LibraryPlace(source), LibraryPlace(target))
        if try places.0.isSame(places.1, language) {
            throw UserFacingError(.copyOntoItself, [source], language: language)
        }
        if !places.0.isServer, !places.1.isServer {
            try VerifiedCopy.requireDistinct(source: source, target: target)
        }
        let from = try places.0.open(.reading, language, trace: trace)
        guard let from = from as? any CopyableStore else { preconditionFailure("every engine can be copied") }
        do {
            let rows = try places.1.receiveCopy(language, trace: trace) { try LibraryCopy(from: from, to: $0).run() }
            return CopyReport(
                articles: rows["article"] ?? 0, feeds: rows["feed"] ?? 0, savedSearches: rows["saved_search"] ?? 0,
                rules: rows["arrival_rule"] ?? 0, removed: rows["removed_article"] ?? 0,
                damagedActions: from.damagedActions.sorted())
        } catch let error as LibraryCopyError {
            switch error {
            case .notEmpty: throw UserFacingError(.copyNeedsEmptyPlace, [target], language: language)
            case .differs(let table, let row):
                throw UserFacingError(.copiedRowDiffers, [target, table, row], language: language)
            }
        }
    }
}
