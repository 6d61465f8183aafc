internal import Articles
internal import LibraryStorage
public import Messages
internal import SQLiteEngine

extension Library {
    /// The numbers of copied items.
    public struct CopyReport: Sendable, Equatable {
        public var articles = 0
        public var feeds = 0
        public var savedSearches = 0
        public var rules = 0
        /// Articles in the bin.
        public var removed = 0
        /// Actions that cannot be undone in the copy, because their data are damaged in the source; ascending.
        public var damagedActions: [Int64] = []
    }

    /// Copies a library to an empty place, or continues an interrupted copy; source and target may be files or on a
    /// server. Copies all data and compares it row by row. The source can be written to meanwhile.
    ///
    /// - Throws: `StorageError`; `Complaint` if the target is not empty. An incomplete copy can only be continued.
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
