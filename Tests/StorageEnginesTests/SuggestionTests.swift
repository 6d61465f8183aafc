import Articles
import Testing

@testable import ArticleSearch

@Suite struct SuggestionTests {
    private let store: SameStores

    init() throws {
        store = try SameStores()
        try store.insert([
            draft("1", "全文搜索入门", "Concurrency in Swift, and the compiler"),
            draft("2", "全文搜索的排名", "Concurrency and conference"),
            draft("3", "Naïve café", "Привет мир, приветствие"),
        ])
        try store.refreshTitleWords()
    }

    private func answer(_ query: String, match: SearchRequest.Match = .auto) throws -> SearchAnswer {
        try store.search(query, match: match)
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

    /// Articles with remote controls, films by Rowling and rust, and Chinese about key words, some of it not in titles.
    private func insertMore() throws {
        var drafts = (0..<80).map { number in
            draft("m\(number)", "Rolling news \(number)", "A remote control must be rolling. 用关键词搜索，键词与关键字。")
        }
        drafts.append(draft("jk", "Books", "JK wrote books."))
        drafts.append(draft("rowling", "Writers", "Rowling and the others."))
        drafts.append(draft("model", "女模特", "女模特走秀。"))
        drafts.append(draft("rare", "Slips", "A remoet thing of the past."))
        try store.insert(drafts)
        try store.refreshTitleWords()
    }

    @Test("A slip in a Latin word is no pinyin")
    func latinFirst() throws {
        try insertMore()
        #expect(try answer("rmote").suggestion == "remote")
        #expect(try answer("nvmote").suggestion == "女模特")
        #expect(try answer("nmt").suggestion == "女模特")
        #expect(try answer("rollling").suggestion == "rolling")
    }

    @Test(
        "A rare word that is no typing error is not exchanged, nor a short word for any other",
        arguments: ["JK Rowling", "jk rowling", "swift OR rust", "rust", "books naive", "Rowling café"])
    func present(_ typed: String) throws {
        try insertMore()
        #expect(try answer(typed).suggestion == nil)
    }

    @Test("A typing error that an article has is exchanged for a word that is 60 times as frequent")
    func storedSlip() throws {
        try insertMore()
        #expect(try answer("remoet").suggestion == "remote")
    }

    @Test("Beside other words a rare slip is exchanged for the frequent word that it is made of")
    func rareSlip() throws {
        try insertMore()
        #expect(try answer("remoet control").suggestion == "remote control")
    }

    @Test("Chinese words that stand in no title are put together from pairs, by pinyin and by their sound")
    func composed() throws {
        try insertMore()
        #expect(try answer("guanjianci").suggestion == "关键词")
        #expect(try answer("guanjianchi").suggestion == "关键词")
        #expect(try answer("\"关健词\"").suggestion == "\"关键词\"")
        #expect(try answer("\"关建词搜索\"").suggestion == "\"关键词搜索\"")
    }

    @Test("Of several candidates the one that stands with the other words is suggested")
    func together() throws {
        try store.insert([
            draft("a", "Casts", "The cast of a play"), draft("b", "Coasts", "The coast of the sea"),
            draft("c", "Casts", "A cast and another cast"),
        ])
        #expect(try answer("csast sea").suggestion == "coast sea")
        #expect(try answer("csast play").suggestion == "cast play")
    }

    @Test(
        "A slip that people make weighs more than any other",
        arguments: [
            ("comittee", "committee", "commottee"), ("recieve", "receive", "recxeve"), ("thst", "that", "thut"),
            ("lettter", "letter", "lettber"), ("kat", "cat", "wat"), ("remte", "remote", "reate"),
        ])
    func typicalSlips(_ typed: String, _ likely: String, _ unlikely: String) throws {
        func codes(_ word: String) -> [UInt32] { word.unicodeScalars.map(\.value) }
        let slip = try #require(TypingSlip.between(typed: codes(typed), meant: codes(likely)))
        #expect(slip.isTypical)
        if let other = TypingSlip.between(typed: codes(typed), meant: codes(unlikely)) {
            #expect(other.weight < slip.weight)
        }
        #expect(TypingSlip.between(typed: codes("rust"), meant: codes("must")) == nil)
        #expect(TypingSlip.between(typed: codes("abcd"), meant: codes("badc")) == nil)
        #expect(TypingSlip.between(typed: codes("same"), meant: codes("same")) == nil)
    }

    @Test("What all words together cannot find is not suggested")
    func mustFind() throws {
        #expect(try answer("приветы concurency", match: .all).suggestion == nil)
        #expect(try answer("приветы concurency").suggestion == nil)
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

    @Test("Every single edit of a word has distance 1, and each kind is among them")
    func singleEdits() {
        let all = EditDistance.singleEdits(of: Array("cat".utf8), within: 3).map { String(decoding: $0, as: UTF8.self) }
        #expect(Set(["at", "act", "cut", "coat", "cats", "scat"]).isSubset(of: Set(all)))
        let word = Array("cat".unicodeScalars)
        #expect(all.allSatisfy { EditDistance.between(word, Array($0.unicodeScalars), limit: 1) == 1 })
    }
}
