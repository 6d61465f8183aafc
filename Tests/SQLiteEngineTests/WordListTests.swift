import LibraryStorage
import SQLite
import Testing

@testable import ArticleSearch
@testable import Articles
@testable import SQLiteEngine

/// The stored form of the lists of words; what they do is tested over all engines.
@Suite struct WordListTests {
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

    @Test("A list of another version of the dictionaries is read, not changed, and made anew")
    func otherDictionary() throws {
        try store.insert([
            draft("1", "全文搜索入门", ""), draft("2", "全文搜索的排名", ""), draft("3", "重慶火鍋", ""), draft("4", "秋葉原", ""),
        ])
        try store.refreshTitleWords()
        let state = "SELECT CAST(state AS TEXT) FROM client_state WHERE client = 'title-words-icu'"
        let version = try store.connection.text(state)
        let continuations = try store.complete(prefix: "全")
        try store.connection.execute(
            """
            UPDATE client_state SET state = CAST('1' AS BLOB) WHERE client = 'title-words-icu';
            UPDATE title_word SET titles = 7 WHERE word = '全文搜索';
            """)
        #expect(try store.complete(prefix: "qwss").first?.articles == 7)
        // Another number of articles may give another order.
        #expect(try Set(store.complete(prefix: "全").map(\.text)) == Set(continuations.map(\.text)))
        #expect(try store.check().problems == [])
        try store.insert([draft("1", "改了标题", "")])
        #expect(try store.complete(prefix: "qwss").first?.articles == 7)
        try store.refreshTitleWords()
        #expect(try store.complete(prefix: "qwss").first?.articles == 1)
        #expect(try store.connection.text(state) == version)
        #expect(try store.check().problems == [])
    }
}
