import LibraryStorage
import QueryLanguage
import Testing

@testable import Articles
@testable import SQLiteEngine
@testable import SearchRanking

@Suite struct SearchTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try store.insert([
            draft("zh", "倒排索引入门", "全文搜索的关键词由倒排索引给出。今天，天气很好。重跑gen-itgc后再看。"),
            draft("hant", "關鍵詞", "資料庫與關鍵詞檢索"),
            draft("en", "Running tests", "The runner was running quickly, with state-of-the-art shoes and C++ code."),
            draft("ja", "検索エンジン", "東京都の図書館で本を読む"),
        ])
    }

    @Test(
        "Every substring of two or more characters is found",
        arguments: [("全文", ["zh"]), ("文搜", ["zh"]), ("搜索的关", ["zh"]), ("京都", ["ja"]), ("図书馆", ["ja"])])
    func substrings(_ query: String, _ ids: [String]) throws { #expect(try store.hits("\"\(query)\"") == ids) }

    @Test("Ids alone are those of the whole hits, on a page of any size", arguments: [1, 19, 20, 21, 40, 50, 100])
    func idsAlone(_ limit: Int) throws {
        try store.insert(
            (0..<50).map { draft("many-\($0)", "Title", "gourd \($0)", feed: "https://example.org/\($0 % 3)") })
        var request = SearchRequest(query: try QueryParser.parse("gourd"), now: 1_700_000_000)
        request.limit = limit
        let whole = try store.search(request).hits
        request.fields = .ids
        let alone = try store.search(request).hits
        #expect(alone.count == min(limit, 50))
        #expect(alone.map(\.id) == whole.map(\.id))
        #expect(alone.map(\.feed) == whole.map(\.feed))
        #expect(alone.map(\.score) == whole.map(\.score))
    }

    @Test("A lone character is found wherever it stands in a run")
    func singleCharacter() throws {
        #expect(try store.hits("本") == ["ja"])
        #expect(try store.hits("看") == ["zh"])
    }

    @Test("Simplified finds traditional and the other way round")
    func variants() throws {
        #expect(Set(try store.hits("关键词")) == ["zh", "hant"])
        #expect(Set(try store.hits("關鍵詞")) == ["zh", "hant"])
    }

    @Test("Text across punctuation is not contiguous")
    func punctuation() throws {
        #expect(try store.hits("\"今天天气\"") == [])
        #expect(try store.hits("\"quickly with\"") == [])
        #expect(try store.hits("\"state of the art\"") == ["en"])
    }

    @Test("Words match their inflections unless quoted")
    func stems() throws {
        #expect(try store.hits("run") == ["en"])
        #expect(try store.hits("\"run\"") == [])
        #expect(try store.hits("shoe") == ["en"])
    }

    @Test("A run of several scripts is found as it is typed")
    func mixed() throws {
        #expect(try store.hits("重跑gen-itgc后") == ["zh"])
        #expect(try store.hits("\"重跑gen-itgc后\"") == ["zh"])
        #expect(try store.hits("C++") == ["en"])
    }

    @Test("Exclusion, alternatives, fields and prefixes")
    func operators() throws {
        #expect(try store.hits("关键词 -資料庫") == ["zh"])
        #expect(Set(try store.hits("东京 OR runner")) == ["ja", "en"])
        #expect(try store.hits("title:runn*") == ["en"])
        #expect(try store.hits("title:关键词") == ["hant"])
        #expect(try store.hits("is:unread 关键词 OR 东京").count == 3)
    }

    @Test("What is read, starred and tagged is found by its state")
    func state() throws {
        try store.change(.read(true), of: [1])
        try store.change(.tags(add: ["工具"], remove: []), of: [2])
        #expect(try store.hits("is:read") == ["zh"])
        #expect(try store.hits("tag:工具") == ["hant"])
        #expect(try store.hits("is:tagged") == ["hant"])
        #expect(try store.check().problems == [])
    }
}

@Suite struct QueryUnitsTests {
    @Test("Question words of a query are known as such, and the words asked about are not")
    func stops() {
        let units = QueryUnits("什么是倒排索引").units
        let wanted = units.filter { !$0.isStop }.map { String(decoding: $0.term, as: UTF8.self) }
        #expect(wanted == ["倒", "排", "索", "引"])
    }
}
