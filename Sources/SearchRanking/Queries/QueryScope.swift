package import TextAnalysis

/// The data of a store, within one snapshot, that is needed to compile a query.
package protocol QueryScope {
    /// The languages of the stems in the index.
    func languages() throws -> [StemLanguage]
    /// The query of a saved search; nil if no saved search has that name.
    func savedSearchQuery(_ name: String) throws -> String?

    /// Ids of the feeds that a name matches.
    ///
    /// - Throws: `StorageError.unknownName`.
    func feeds(named name: String) throws -> [Int64]
    /// Ids of the feeds in a folder.
    ///
    /// - Throws: `StorageError.unknownName`.
    func feeds(inFolder name: String) throws -> [Int64]
    /// Ids of the feed, or of the feeds in the folder, to which a search is limited.
    ///
    /// - Throws: `StorageError.unknownName`.
    func feeds(within name: String) throws -> [Int64]
    /// - Throws: `StorageError.unknownName` if there is no such tag.
    func verifyTag(_ name: String) throws
    /// - Throws: `StorageError.unknownName` if no article is in this language.
    func verifyLanguage(_ code: String) throws

    /// Whether any stored article has this character (in UTF-8) of a script without spaces.
    func hasArticles(withCharacter character: [UInt8]) throws -> Bool
    /// Whether any article is hidden.
    func hasHidden() throws -> Bool
    /// The articles that satisfy a condition, in ascending order.
    ///
    /// - Parameter range: only these articles are considered, and their text may not be committed yet; nil for all
    ///   articles.
    func articles(_ condition: ArticleCondition, in range: ClosedRange<Int64>?) throws -> [UInt32]
    /// The articles among `numbers` that match the regular expressions.
    ///
    /// - Parameter isArrival: whether the articles are just being written, in which case the time limit is shorter.
    func matching(_ patterns: [PatternCondition], among numbers: [UInt32], isArrival: Bool) throws -> [UInt32]
    /// - Throws: the engine's error if the deadline of the search is reached.
    func checkDeadline() throws
}
