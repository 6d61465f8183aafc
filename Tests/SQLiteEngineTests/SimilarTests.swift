import LibraryStorage
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct SimilarTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        let long = String(repeating: "倒排索引的合并与压缩决定了检索的速度。", count: 20)
        var drafts = [
            draft("index", "倒排索引的压缩", "倒排索引按词项保存文档编号，压缩以后检索更快。"),
            draft("merge", "索引合并", "倒排索引分段写入，合并时重新压缩，检索不停。"),
            draft("long", "检索的速度", long), draft("twin", "检索的速度", long),
            draft("bread", "Sourdough bread", "Flour, water and salt make a sourdough starter."),
            draft("bake", "Baking sourdough", "Baking bread with a starter and rye flour."),
            draft("only", "Zyxwv", "Qqqqq"),
        ]
        for number in 0..<20 {
            drafts.append(draft("other\(number)", "Weather \(number)", "Rain today and tomorrow. 今天下雨。"))
        }
        try store.insert(drafts)
    }

    private func similar(_ id: String, limit: Int = 10) throws -> [String]? {
        let n = try store.id(feed: "https://example.org/feed", guid: id)
        return try store.similar(to: try #require(n), limit: limit)?.hits.map(\.guid)
    }

    @Test("What is about the same comes first, the article itself does not come")
    func alike() throws {
        #expect(try similar("bread") == ["bake"])
        let found = try #require(try similar("index"))
        #expect(found.contains("merge") && !found.contains("index") && !found.contains("bread"))
        #expect(try similar("index", limit: 1)?.count == 1)
    }

    @Test("Near-duplicates are shown once, and those of the article itself not at all")
    func duplicates() throws {
        let found = try #require(try similar("index"))
        #expect(found.filter { $0 == "long" || $0 == "twin" }.count == 1)
        for id in ["long", "twin"] {
            let found = try #require(try similar(id))
            #expect(!found.contains("long") && !found.contains("twin") && found.contains("merge"))
        }
    }

    @Test("What shares a word or two by chance is left out, however few others there are")
    func unrelated() throws {
        let words = (0..<25).map { "topic\($0)" }
        func text(_ count: Int) -> String { words.prefix(count).joined(separator: " ") }
        let noise = (0..<25).map { "noise\($0)" }.joined(separator: " ")
        try store.insert([
            draft("all", "", text(25)), draft("half", "", text(13) + " " + noise), draft("ten", "", text(10)),
            draft("two", "", text(2) + " " + noise), draft("one", "", text(1) + " " + noise),
        ])
        try store.insert([draft("other", "", words.joined(separator: " x ") + " quite another text about it")])
        let found = try #require(try similar("all"))
        #expect(Set(found) == ["half", "ten", "other"])
        #expect(try similar("all", limit: 1)?.count == 1)
        let n = try #require(try store.id(feed: "https://example.org/feed", guid: "all"))
        let cut = try #require(try store.similar(to: n, limit: 1))
        #expect(cut.total == 1 && cut.totalIsLowerBound)
        let whole = try #require(try store.similar(to: n, limit: 10))
        #expect(whole.total == 3 && !whole.totalIsLowerBound)
    }

    @Test("An article that shares no word with another has none like it, a number without article no answer")
    func none() throws {
        #expect(try similar("only") == [])
        #expect(try store.similar(to: 4_711) == nil)
    }
}
