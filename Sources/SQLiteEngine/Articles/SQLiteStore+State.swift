internal import LibraryStorage

extension SQLiteStore {
    /// The recorder usually holds less than 4 KB for each changed article.
    var articlesPerChange: Int { max(1, Int(actionPartBytes >> 12)) }

    func didChange(_ articles: Int) throws { try recording?.didChange(articles) }
}
