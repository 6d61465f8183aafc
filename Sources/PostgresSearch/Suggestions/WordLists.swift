package import ArticleSearch

/// The lists that completion and spelling read, as a writer keeps them: frequent words and words of titles. They change in the
/// transactions that change the index.
package final class WordLists {
    package let words: FrequentWords
    private var titles: TitleWords
    /// From this number of new articles their words are learnt from the batch, else from the newest texts.
    private static let minBulkArticles = 50

    package init(_ library: LibraryConnection) {
        words = FrequentWords(PostgresFrequentWords(library))
        titles = TitleWords(PostgresTitleWords(library))
    }

    /// After a rollback.
    package func forget() {
        words.forget()
        titles.forget()
    }

    /// Begins a transaction's changes of the index.
    package func load() throws { try words.load() }

    /// Begins to count the terms of new articles.
    package func beginTerms(newArticles: Int) {
        words.beginTerms(
            threshold: newArticles >= Self.minBulkArticles ? words.threshold(articles: newArticles) : .max)
    }

    /// Writes the changes; the index has them already.
    ///
    /// - Parameters:
    ///   - newest: the last new article; 0 for none.
    ///   - changed: of articles that were there their old titles, nil for one that is back, and their new ones, nil for one
    ///     that is gone.
    package func flush(
        newArticles: Int, newest: Int64, changed: [(article: Int64, old: String?, new: String?)]
    ) throws {
        words.newest = newest
        try words.flush(isBulk: newArticles >= Self.minBulkArticles, newArticles: newArticles)
        try titles.change(changed)
        try titles.flush()
    }

    /// Lists the next titles; returns whether more may be left.
    package func catchUp(titles limit: Int) throws -> Bool { try titles.catchUp(titles: limit) }

    /// Makes both lists again from the index; titles are listed again while idle.
    package func rebuild() throws {
        try rebuildWords()
        try titles.removeAll()
    }

    /// Makes the list of frequent words again from the index.
    package func rebuildWords() throws { try words.rebuild() }

    /// How many words of each list have another count than texts and titles give.
    package func wrongCounts() throws -> (words: Int, titles: Int) {
        (try words.wrongCounts(), try titles.wrongCounts())
    }
}
