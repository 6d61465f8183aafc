import SQLite
import Testing

@testable import ArticleSearch
@testable import Articles
@testable import SQLiteSearch
@testable import SQLiteStorage
@testable import Suggestions

@Suite struct FrequentWordTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
    }

    private func drafts(_ range: Range<Int>, _ text: (Int) -> String) -> [ArticleDraft] {
        range.map { draft(String($0), "全文搜索 \($0)", text($0)) }
    }

    private func listed(_ prefix: String) throws -> [String: Int] {
        let words = try FrequentWords.words(beginningWith: Array(prefix.utf8), of: store.statistics.source)
        return Dictionary(uniqueKeysWithValues: words.map { ($0.text, $0.articles) })
    }

    private func problems() throws -> [String] { try store.check().problems }

    @Test("A large batch lists the words that several of its articles have, with exact counts")
    func bulk() throws {
        try store.insert(drafts(0..<200) { "season search \($0 % 2 == 0 ? "seashell" : "") rare\($0)" })
        #expect(try listed("sea") == ["season": 200, "search": 200, "seashell": 100])
        #expect(try listed("rare").isEmpty)
        #expect(try listed("全")["全文"] == 200)
        #expect(try store.complete(prefix: "sea").map(\.text) == ["search", "season", "seashell"])
        #expect(try problems().isEmpty)
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
        #expect(try problems().isEmpty)
    }

    @Test("Small batches are learnt from together")
    func small() throws {
        for number in 0..<80 { try store.insert([draft(String(number), "", "season word\(number)")]) }
        #expect(try listed("seas") == ["season": 80])
        #expect(try problems().isEmpty)
    }

    @Test("A batch that fails leaves the counts as they were")
    func rollback() throws {
        try store.insert(drafts(0..<60) { _ in "season" })
        struct Stop: Error {}
        var number = 0
        let request = BatchInsertRequest { row in
            number += 1
            if number > 5 { throw Stop() }
            row = draft("r\(number)", "", "season")
            return true
        }
        _ = try? store.insert(request, now: 1)
        try store.insert([draft("after", "", "season")])
        #expect(try problems().isEmpty)
    }

    @Test("check finds a wrong count, and reindex mends it")
    func checking() throws {
        try store.insert(drafts(0..<60) { _ in "season search" })
        try store.refreshTitleWords()
        #expect(try problems().isEmpty)
        try store.connection.execute(
            "UPDATE title_word SET titles = titles + 1 WHERE word = '全文搜索'")
        let words = FrequentWords(connection: store.connection)
        try words.load()
        words.see(Array("season".utf8).span)
        words.endArticle(1)
        try words.write(all: false)
        #expect(try problems().count == 2)
        try store.reindex()
        #expect(try problems().isEmpty)
        #expect(try listed("sea") == ["season": 60, "search": 60])
    }

    @Test("More words than the list may hold leave the most frequent")
    func pruning() throws {
        let words = FrequentWords(connection: store.connection)
        try words.load()
        var bytes: [UInt8] = []
        var starts = [0]
        var counts: [Int] = []
        for number in 0..<FrequentWords.maxWords {
            bytes += Array("w\(1_000_000 + number)".utf8)
            starts.append(bytes.count)
            counts.append(number % 100)
        }
        words.replaceAll(bytes: bytes, starts: starts, articles: counts)
        try words.write(all: true)
        let stored = try FrequentWords.words(beginningWith: Array("w1".utf8), of: store.statistics.source)
        #expect(stored.count == FrequentWords.maxWords / 100 * 99)
        #expect(stored.first { $0.text == "w1000042" }?.articles == 42)
    }

    @Test("A load counts only so many new words in the index, however many segments that has")
    func lookups() throws {
        let words = FrequentWords(connection: store.connection)
        #expect(words.maxNewWords(articles: 20_000, segments: 0) == FrequentWords.firstWords)
        try store.insert(drafts(0..<60) { _ in "season" })
        try words.load()
        #expect(words.maxNewWords(articles: 20_000, segments: 1) == 1_250)
        #expect(words.maxNewWords(articles: 60, segments: 1) == FrequentWords.newWordsALoad)
        for segments in 1...60 {
            let lookups = words.maxNewWords(articles: 20_000, segments: segments) * segments
            #expect((1_250...5_000).contains(lookups))
            #expect((256...2_048).contains(words.maxNewWords(articles: 60, segments: segments) * segments))
        }
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
        #expect(try problems().isEmpty)
    }

    @Test("A Japanese word of a title is completed from its first characters")
    func kana() throws {
        try store.insert([draft("1", "カタカナの検索エンジン", ""), draft("2", "検索エンジン入門", "")])
        try store.refreshTitleWords()
        #expect(try store.complete(prefix: "検索").first?.text == "検索エンジン")
    }
}
