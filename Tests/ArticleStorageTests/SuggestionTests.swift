import QueryLanguage
import Testing

@testable import ArticleStorage

@Suite struct SuggestionTests {
    private let folder: TemporaryFolder
    private let store: ArticleStore

    init() throws {
        folder = try TemporaryFolder()
        store = try ArticleStore(path: folder.file("a.db"), access: .write)
        try store.insert([
            draft("1", "全文搜索入门", "Concurrency in Swift, and the compiler"),
            draft("2", "全文搜索的排名", "Concurrency and conference"),
            draft("3", "Naïve café", "Привет мир, приветствие"),
        ])
        try store.refreshTitleWords()
    }

    private func answer(_ query: String, match: SearchRequest.Match = .auto) throws -> SearchAnswer {
        var request = SearchRequest(query: try QueryParser.parse(query), now: 0)
        request.match = match
        return try store.search(request)
    }

    @Test(
        "A slip of the finger is mended from the index's own words",
        arguments: [
            ("concurency", "concurrency"), ("cnocurrency", "concurrency"), ("ocncurrency", "concurrency"),
            ("title:kafe", "title:cafe"), ("swift \"compilar\"", "swift \"compiler\""), ("swfit", "swift"),
            ("привте", "привет"), ("Concurrency conffernce", "Concurrency conference"),
        ])
    func slips(_ typed: String, _ meant: String) throws {
        #expect(try answer(typed).suggestion == meant)
        #expect(try answer(typed, match: .all).suggestion == meant)
    }

    @Test("Letters are taken for the sound of a title, and characters for others that sound alike")
    func sounds() throws {
        #expect(try answer("qwss").suggestion == "全文搜索")
        #expect(try answer("quanwensousuo -is:read").suggestion == "全文搜索 -is:read")
        #expect(try answer("全文馊索").suggestion == "全文搜索")
        #expect(try answer("入门全文馊锁").suggestion == "入门全文搜索")
    }

    @Test(
        "What is found, or is like nothing there, has no suggestion",
        arguments: ["concurrency", "搜索", "zzzzzzzz", "é", "🙂", "12345", "swift -qwss"])
    func none(_ typed: String) throws { #expect(try answer(typed).suggestion == nil) }

    @Test("What all words together cannot find is not suggested under all")
    func mustFind() throws {
        #expect(try answer("приветы concurency", match: .all).suggestion == nil)
        #expect(try answer("приветы concurency").suggestion != nil)
    }

    @Test(
        "A distance is the number of slips",
        arguments: [("ab", "ba", 1), ("abc", "ac", 1), ("abc", "xbyc", 2), ("", "ab", 2)])
    func distance(_ a: String, _ b: String, _ slips: Int) {
        let (a, b) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
        #expect(EditDistance.between(a, b, limit: 2) == slips)
        #expect(EditDistance.between(b, a, limit: 2) == slips)
        #expect(EditDistance.between(a, b, limit: slips - 1) == nil)
    }

    @Test("Every neighbour of a word is one slip away, and each kind is among them")
    func neighbours() {
        let all = EditDistance.neighbours(of: Array("cat".utf8), within: 3).map { String(decoding: $0, as: UTF8.self) }
        #expect(Set(["at", "act", "cut", "coat", "cats", "scat"]).isSubset(of: Set(all)))
        let word = Array("cat".unicodeScalars)
        #expect(all.allSatisfy { EditDistance.between(word, Array($0.unicodeScalars), limit: 1) == 1 })
    }
}
