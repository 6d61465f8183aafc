internal import SQLiteSearch
internal import SQLite

extension ArticleStore {
    /// Lists the Chinese words of titles that have come since the last time, by how they sound.
    ///
    /// `complete` and `SearchAnswer.suggestion` lean on the list: `qwss` and `quanwensousuo` lead to 全文搜索. What a
    /// search matches does not. Meant to be run after a fetch or an import, when nothing waits; it may be stopped
    /// between two steps and goes on from there.
    ///
    /// - Parameter shouldGoOn: asked before each step of 1,000 titles, each a transaction of its own.
    /// - Complexity: linear in the new titles, 0.1 ms each.
    public func refreshTitleWords(while shouldGoOn: () -> Bool = { true }) throws {
        try guarded {
            var words = TitleWords(connection: connection)
            var isMore = true
            while isMore, shouldGoOn() {
                isMore = try connection.transaction { try words.catchUp(titles: 1_000) }
            }
        }
    }
}
