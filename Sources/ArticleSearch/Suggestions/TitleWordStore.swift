internal import Suggestions

/// What `TitleWords` reads and writes, inside the transaction that changes titles.
package protocol TitleWordStore: TitleWordRows {
    /// The last article whose title is listed, and the version of the dictionaries that counted; nil where nothing is.
    func listing() throws -> (last: Int64, dictionary: Int?)
    func remember(last: Int64, dictionary: Int) throws
    /// Titles of the next articles, in order.
    func titles(after article: Int64, limit: Int) throws -> [(article: Int64, title: String)]
    /// Adds to the numbers of titles of words. A word of no title is removed.
    ///
    /// - Parameter changes: each word with each of its initials, once.
    func add(_ changes: [(initials: String, word: String, titles: Int)]) throws
    func removeAllWords() throws
    /// Calls `body` with each row.
    func forEachWord(_ body: (_ word: String, _ titles: Int) -> Void) throws
}
