package import ArticleSearch

/// The lists of frequent words and of words in titles, which completion and spelling use. A writer updates the lists in
/// the transactions that change the index.
package final class WordLists {
    package let words: FrequentWords
    private var titles: TitleWords
    /// If there are at least this many new articles, frequent words are learnt from the batch, otherwise from the
    /// newest texts.
    private static let minBulkArticles = 50

    package init(_ library: LibraryConnection) {
        words = FrequentWords(PostgresFrequentWords(library))
        titles = TitleWords(PostgresTitleWords(library))
    }

    /// Clears the caches; called after a rollback.
    package func forget() {
        words.forget()
        titles.forget()
    }

    /// Loads the list of frequent words. Must be called before the transaction changes the index.
    package func load() throws { try words.load() }

    /// Starts to count the terms of new articles.
    package func beginTerms(newArticles: Int) {
        words.beginTerms(
            threshold: newArticles >= Self.minBulkArticles ? words.threshold(articles: newArticles) : .max)
    }

    /// Writes the changes of the lists after the index has been changed.
    ///
    /// - Parameters:
    ///   - newest: the id of the last new article; 0 if there are no new articles.
    ///   - changed: changed articles with their old and new titles; `old` is nil for a restored article, `new` for a
    ///     removed one.
    package func flush(
        newArticles: Int, newest: Int64, changed: [(article: Int64, old: String?, new: String?)]
    ) throws {
        words.newest = newest
        try words.flush(isBulk: newArticles >= Self.minBulkArticles, newArticles: newArticles)
        try titles.change(changed)
        try titles.flush()
    }

    /// Adds the words of the next titles to the list of title words. Returns whether more titles may be left.
    package func catchUp(titles limit: Int) throws -> Bool { try titles.catchUp(titles: limit) }

    /// Rebuilds the list of frequent words from the index, and empties the list of title words, which is filled again
    /// while the program is idle.
    package func rebuild() throws {
        try rebuildWords()
        try titles.removeAll()
    }

    /// Rebuilds the list of frequent words from the index.
    package func rebuildWords() throws { try words.rebuild() }

    /// The number of words in each list whose stored count differs from the count in the texts or titles.
    package func wrongCounts() throws -> (words: Int, titles: Int) {
        (try words.wrongCounts(), try titles.wrongCounts())
    }
}
