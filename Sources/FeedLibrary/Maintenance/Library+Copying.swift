internal import Articles
internal import LibraryStorage
public import Messages
internal import SQLiteStorage

extension Library {
    /// What was copied.
    public struct CopyReport: Sendable, Equatable {
        public var articles = 0
        public var feeds = 0
        public var savedSearches = 0
        public var rules = 0
        /// Articles in the bin.
        public var removed = 0
        /// Actions that cannot be taken back in the copy, because what they changed is damaged in the source; ascending.
        public var damagedActions: [Int64] = []
    }

    /// Copies a library into an empty place, or goes on with a copy that was cut short, both in a file or on a server: all that
    /// is stored, as it is in the end, compared row by row. Others may write to the source meanwhile.
    ///
    /// - Throws: `StorageError`; `Complaint` where the target is not empty. Nobody can use the target then, but for a copy.
    public static func copy(
        _ source: String, to target: String, _ language: Language, trace: (@Sendable (String) -> Void)? = nil
    ) throws -> CopyReport {
        let places = (LibraryPlace(source), LibraryPlace(target))
        if places.0.isServer, places.0 == places.1 {
            throw Complaint(.copyOntoItself, [source], language: language)
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
            case .notEmpty: throw Complaint(.copyNeedsEmptyPlace, [target], language: language)
            case .differs(let table, let row):
                throw Complaint(.copiedRowDiffers, [target, table, row], language: language)
            }
        }
    }
}
