internal import ArticleSearch
internal import SQLite
internal import SQLiteSearch

extension SQLiteStore {
    func refreshTitleWords(while shouldGoOn: () -> Bool = { true }) throws {
        try guarded {
            var words = TitleWords(connection: connection)
            var isMore = true
            let start = ContinuousClock.now
            var titles = 1_000
            while isMore, shouldGoOn() {
                let begun = ContinuousClock.now
                isMore = try connection.transaction { try words.catchUp(titles: titles) }
                // Many titles have most words in common: each word is written once for all of them. Other writers wait meanwhile.
                let now = ContinuousClock.now
                if now - begun > Self.longTransaction {
                    titles = max(titles / 2, 1_000)
                } else if now - start > Self.briefly {
                    titles = min(titles * 2, 16_000)
                }
            }
        }
    }

    /// Who lists titles for longer has many of them.
    private static let briefly = Duration.milliseconds(500)
    private static let longTransaction = Duration.milliseconds(400)
}
