internal import ArticleSearch
internal import SQLite
internal import SQLiteSearch

extension SQLiteStore {
    func refreshTitleWords(while shouldGoOn: () -> Bool = { true }) throws {
        try guarded {
            var words = TitleWords(connection: connection)
            var isMore = true
            while isMore, shouldGoOn() {
                isMore = try connection.transaction { try words.catchUp(titles: 1_000) }
            }
        }
    }
}
