internal import ArticleSearch
internal import SQLite

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
                // Larger transactions are cheaper, as titles share most words and each word is written once. But other
                // writers wait.
                let now = ContinuousClock.now
                if now - begun > Self.longTransaction {
                    titles = max(titles / 2, 1_000)
                } else if now - start > Self.briefly {
                    titles = min(titles * 2, 16_000)
                }
            }
        }
    }

    /// After this time there are many titles to list, so transactions get larger.
    private static let briefly = Duration.milliseconds(500)
    private static let longTransaction = Duration.milliseconds(400)
}
