internal import LibraryStorage

extension SQLiteStore {
    /// While a change is recorded, the row of an article mostly takes less than 4 KB.
    var articlesPerChange: Int { max(1, Int(actionPartBytes >> 12)) }

    func didChange(_ articles: Int) throws { try recording?.didChange(articles) }
}
