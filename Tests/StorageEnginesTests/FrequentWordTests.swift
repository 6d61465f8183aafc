import Articles
import Testing

@Suite struct FrequentWordTests {
    private let store: SameStores

    init() throws {
        store = try SameStores()
    }

    private func drafts(_ range: Range<Int>, _ text: (Int) -> String) -> [ArticleDraft] {
        range.map { draft(String($0), "全文搜索 \($0)", text($0)) }
    }

    private func listed(_ prefix: String) throws -> [String: Int] { try store.listedWords(beginningWith: prefix) }

    @Test("A large batch lists the words that several of its articles have, with exact counts")
    func bulk() throws {
        try store.insert(drafts(0..<200) { "season search \($0 % 2 == 0 ? "seashell" : "") rare\($0)" })
        #expect(try listed("sea") == ["season": 200, "search": 200, "seashell": 100])
        #expect(try listed("rare").isEmpty)
        #expect(try listed("全")["全文"] == 200)
        #expect(try store.complete(prefix: "sea").map(\.text) == ["search", "season", "seashell"])
        try store.expectSound()
    }

    @Test("Counts follow later batches, changed articles and articles that change twice in a batch")
    func changes() throws {
        try store.insert(drafts(0..<100) { _ in "season search" })
        try store.insert(drafts(100..<160) { _ in "season winter winterly" })
        #expect(try listed("season").isEmpty)
        #expect(try listed("seas") == ["season": 160])
        #expect(try listed("wint") == ["winter": 60, "winterly": 60])
        try store.insert(drafts(0..<10) { _ in "summer" })
        #expect(try listed("seas") == ["season": 150])
        try store.insert([draft("10", "x", "summer"), draft("10", "x", "season season"), draft("new", "x", "season")])
        #expect(try listed("seas") == ["season": 151])
        try store.expectSound()
    }

    @Test("Small batches are learnt from together")
    func small() throws {
        for number in 0..<80 { try store.insert([draft(String(number), "", "season word\(number)")]) }
        #expect(try listed("seas") == ["season": 80])
        try store.expectSound()
    }

    @Test("A batch that fails leaves the counts as they were")
    func rollback() throws {
        try store.insert(drafts(0..<60) { _ in "season" })
        struct Stop: Error {}
        store.insertUntilError { number, row in
            if number > 5 { throw Stop() }
            row = draft("r\(number)", "", "season")
        }
        try store.insert([draft("after", "", "season")])
        try store.expectSound()
    }

    @Test("Words of titles go with the titles that change")
    func titles() throws {
        try store.insert([draft("1", "全文搜索入门", ""), draft("2", "全文搜索排名", "")])
        try store.refreshTitleWords()
        #expect(try store.complete(prefix: "qwss").first?.articles == 2)
        try store.insert([draft("1", "重庆火锅", "")])
        #expect(try store.complete(prefix: "qwss").first?.articles == 1)
        #expect(try store.complete(prefix: "cqhg").first?.text == "重庆火锅")
        try store.insert([draft("2", "重庆火锅", "")])
        #expect(try store.complete(prefix: "qwss").isEmpty)
        try store.expectSound()
    }

    @Test("A Japanese word of a title is completed from its first characters")
    func kana() throws {
        try store.insert([draft("1", "カタカナの検索エンジン", ""), draft("2", "検索エンジン入門", "")])
        try store.refreshTitleWords()
        #expect(try store.complete(prefix: "検索").first?.text == "検索エンジン")
    }
}
