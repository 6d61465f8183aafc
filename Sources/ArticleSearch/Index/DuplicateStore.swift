package import SearchRanking

/// What `DuplicateGroups` reads and writes, inside the transaction that stores articles.
package protocol DuplicateStore: AnyObject {
    /// Title, text and author as indexed; nil if there is no such article.
    func indexedText(of article: Int64) throws -> IndexedText?
    /// Stores hashes of articles.
    ///
    /// - Parameters:
    ///   - hashes: ascending.
    ///   - limit: of the articles with one hash only the newest count, at most this many.
    /// - Returns: for each article the others that had one of its hashes when it came to it, once for each hash, the newest
    ///   first.
    func addHashes(
        _ hashes: [(hash: Int32, article: Int64)], candidates limit: Int
    ) throws -> [Int64: [Int64]]
    func removeHashes(_ hashes: [Int32], of article: Int64) throws

    /// The group of each article, 0 for none; articles that are not stored are left out.
    func groups(of articles: [Int64]) throws -> [Int64: Int64]
    /// The articles of a group, ascending; none for 0.
    func members(ofGroup group: Int64) throws -> [Int64]
    func setGroup(_ group: Int64, of articles: [Int64]) throws

    /// Feed and title of an article, to be compared; nil if there is no such article.
    func compared(_ article: Int64) throws -> DuplicateComparison.Article?
    /// The first characters of an article's text, as UTF-8; nil if there is no such article.
    func beginning(of article: Int64, characters: Int) throws -> [UInt8]?
}
