/// The storage of `TitleWords`. It is used inside the transaction that changes titles.
package protocol TitleWordStore: TitleWordRows {
    /// The last article whose title was processed, or 0 if there has been none; and the version of the dictionaries
    /// used for it, or nil if no version has been stored.
    func listing() throws -> (last: Int64, dictionary: Int?)
    func remember(last: Int64, dictionary: Int) throws
    /// Titles of the next articles, in order.
    func titles(after article: Int64, limit: Int) throws -> [(article: Int64, title: String)]
    /// Adds to the counts of words. Words whose count becomes 0 are removed.
    ///
    /// - Parameter changes: each word, once for each of its initials.
    func add(_ changes: [(initials: String, word: String, titles: Int)]) throws
    func removeAllWords() throws
    /// Calls `body` with each row.
    func forEachWord(_ body: (_ word: String, _ titles: Int) -> Void) throws
}
