internal import LibraryStorage

extension PostgresStore {
    var articlesPerChange: Int { 1_000_000 }

    func didChange(_ articles: Int) throws { recording?.changed += articles }
}
