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

    /// Adds words of Chinese titles that sound like typed letters.
    func addTitleWords(
        soundingLike letters: [UInt8], head: String, limit: Int, to completions: inout [Completion]
    ) throws {
        guard letters.count > 1 else { return }
        let found = try TitleWords(connection: connection).words(soundingLike: letters, isWhole: false, limit: limit)
        let sounds = found.map { Completion(text: head + $0.word, articles: $0.titles, source: .pinyin) }
        // Words as they are written come first, but leave a third of the places.
        let kept = max(limit - sounds.count, limit - max(1, limit / 3))
        completions = Array(completions.prefix(kept))
        completions += sounds.prefix(limit - completions.count)
    }
}
