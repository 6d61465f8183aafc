internal import ArticleSearch
internal import SQLite
internal import SQLiteSearch

extension SQLiteStore {
    func refreshTitleWords(while shouldGoOn: () -> Bool = { true }) throws {
        try guarded {
            var words = TitleWords(connection: connection)
            var isMore = true
            let start = ContinuousClock.now
            while isMore, shouldGoOn() {
                // Many titles have most words in common: each word is written once for all of them. Other writers wait meanwhile.
                let titles = .now - start < Self.briefly ? 1_000 : 16_000
                isMore = try connection.transaction { try words.catchUp(titles: titles) }
            }
        }
    }

    /// Who lists titles for longer has many of them.
    private static let briefly = Duration.milliseconds(500)
}
