import Articles
import Testing

@testable import SQLiteEngine

@Suite struct CompletionTests {
    private let store: SameStores

    init() throws {
        store = try SameStores()
        try store.insert([
            draft("1", "全文搜索入门", "Swift concurrency and Swift compilers"),
            draft("2", "全文搜索的排名", "Swift concurrency again, with C++ and #concrete"),
            draft("3", "全文检索", "A concert in Sweden. 搜狗输入法"),
            draft("4", "論文全文搜尋", "Swimming"),
        ])
    }

    private func texts(_ prefix: String, limit: Int = 10) throws -> [String] {
        try store.complete(prefix: prefix, limit: limit).map(\.text)
    }

    @Test("The last word is completed from the vocabulary, the most frequent first")
    func words() throws {
        #expect(try texts("swift con") == ["swift concurrency", "swift concert", "swift concrete"])
        #expect(try texts("Sw", limit: 1) == ["swift"])
        #expect(
            try store.complete(prefix: "title:swif").first
                == Completion(text: "title:swift", articles: 2, source: .word))
    }

    @Test("Stems and words with signs are no completions")
    func plainWordsOnly() throws {
        let all = try texts("conc") + texts("c")
        #expect(all.contains("concrete"))
        #expect(
            all.allSatisfy { text in text.utf8.allSatisfy { $0 > 0x20 } && !text.contains("#") && !text.contains("+") })
    }

    @Test("A text without spaces goes on to the end of the words that follow it in titles")
    func titles() throws {
        let found = try store.complete(prefix: "swift 全文")
        #expect(found.first == Completion(text: "swift 全文搜索", articles: 2, source: .title))
        #expect(found.map(\.text).contains("swift 全文检索"))
        #expect(try texts("全文").contains("全文搜尋"))
    }

    @Test("Where no title helps, the characters that follow anywhere do")
    func characters() throws { #expect(try texts("搜狗输") == ["搜狗输入"]) }

    @Test(
        "What ends in a space, a sign or nothing has no completions",
        arguments: ["", " ", "swift ", "swift-", "(", "\"全文\""])
    func nothing(_ prefix: String) throws { #expect(try texts(prefix) == []) }

    @Test(
        "Any bytes are taken without an error",
        arguments: ["%_*", "\u{0}a", String(repeating: "全", count: 4_000), "a\u{301}", "🙂"])
    func hostile(_ prefix: String) throws { #expect(try texts(prefix).count <= 10) }
}

@Suite struct TitleWordTests {
    private let store: SameStores

    init() throws {
        store = try SameStores()
        try store.insert([
            draft("1", "全文搜索入门", ""), draft("2", "全文搜索的排名", ""), draft("3", "重慶火鍋", ""), draft("4", "秋葉原", ""),
        ])
        try store.refreshTitleWords()
    }

    @Test(
        "A Chinese title is found by how it sounds",
        arguments: [("qwss", "全文搜索"), ("quanwensousuo", "全文搜索"), ("quanwens", "全文搜索"), ("cq", "重庆")])
    func sounds(_ typed: String, _ word: String) throws {
        let found = try store.complete(prefix: "is:unread " + typed)
        #expect(found.contains { $0.text == "is:unread " + word && $0.source == .pinyin })
    }

    @Test("One and two letters find the words that stand in most titles, the most frequent first")
    func fewLetters() throws {
        let titles = ["全文搜索", "球赛", "蜻蜓"].enumerated().flatMap { place, word in
            (0..<(place * 3 + 4)).map { draft("\(word) \($0)", "\(word)第\($0)期", "") }
        }
        try store.insert(titles)
        try store.refreshTitleWords()
        func pinyin(_ typed: String) throws -> [String] {
            try store.complete(prefix: typed).filter { $0.source == .pinyin }.map(\.text)
        }
        // A syllable of one initial; two initials; none that a word has.
        #expect(try pinyin("qiu") == ["球赛"])
        #expect(try pinyin("qt") == ["蜻蜓"])
        #expect(try pinyin("qw") == ["全文", "全文搜索"])
        #expect(try pinyin("vv").isEmpty)
    }

    @Test("What has been listed is not listed again, and what comes later is added")
    func catchingUp() throws {
        try store.refreshTitleWords()
        #expect(try store.complete(prefix: "qwss").first?.articles == 2)
        try store.insert([draft("5", "再说全文搜索", "")])
        try store.refreshTitleWords()
        #expect(try store.complete(prefix: "qwss").first?.articles == 3)
        try store.refreshTitleWords { false }
    }

    @Test("The list changes nothing about what matches")
    func matchesNothing() throws { #expect(try store.search("qwss").hits.isEmpty) }
}
