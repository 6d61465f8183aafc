import SearchRanking
import Testing

@testable import ArticleSearch

@Suite struct NearWordsTests {
    /// Words and how many articles have them.
    private final class Words: VocabularySource {
        let counts: [String: Int]
        let frequentFrom: Int
        private(set) var scanned = 0

        init(_ counts: [String: Int], frequentFrom: Int = 10) {
            self.counts = counts
            self.frequentFrom = frequentFrom
        }

        private var sorted: [([UInt8], Int)] {
            counts.map { (Array($0.key.utf8), $0.value) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }
        }

        func articles(with term: [UInt8]) -> Int { counts[String(decoding: term, as: UTF8.self)] ?? 0 }

        func forEachFrequentWord(
            lengths: ClosedRange<Int>, atLeast least: Int, _ body: (ArraySlice<UInt8>, Int) throws -> Void
        ) rethrows {
            for (word, count) in sorted where count >= max(frequentFrom, least) && lengths.contains(word.count) {
                try body(word[...], count)
            }
        }

        func scan(from lower: [UInt8], to upper: [UInt8], _ body: (VocabularyWord) throws -> Void) rethrows -> Bool {
            for (word, count) in sorted
            where !word.lexicographicallyPrecedes(lower) && word.lexicographicallyPrecedes(upper) {
                scanned += 1
                try body(VocabularyWord(term: word, articles: count))
            }
            return true
        }
    }

    private static func words(_ typed: String, _ counts: [String: Int], isName: Bool = false) throws -> [String] {
        try NearWords(vocabulary: Words(counts)).words(like: Array(typed.utf8), isName: isName).map(\.word)
    }

    @Test("Of a frequent word each single error is found, wherever it is")
    func everyError() throws {
        let word = Array("concurrency".utf8)
        for typed in Set(EditDistance.singleEdits(of: word, within: word.count)) {
            let found = try Self.words(String(decoding: typed, as: UTF8.self), ["concurrency": 500, "swift": 900])
            #expect(found == ["concurrency"], "\(String(decoding: typed, as: UTF8.self))")
        }
    }

    @Test("A rare word is found by its edits, and a word of another script by its beginning")
    func rare() throws {
        #expect(try Self.words("concurency", ["concurrency": 1]) == ["concurrency"])
        #expect(try Self.words("привте", ["привет": 1]) == ["привет"])
        #expect(try Self.words("conffernce", ["conference": 3, "confidence": 2]).first == "conference")
    }

    @Test("The likelier error is first, and of equal ones the more frequent word")
    func order() throws {
        #expect(try Self.words("tset", ["test": 100, "tsets": 11]) == ["test", "tsets"])
        #expect(try Self.words("bat", ["bad": 50, "bar": 2_000, "bag": 10]).first == "bar")
    }

    @Test("Nothing is near a word of one or two letters, a very long one, or one that resembles none")
    func none() throws {
        let long = String(repeating: "abcde", count: 5)
        #expect(try Self.words("te", ["the": 900]).isEmpty)
        #expect(try Self.words(long + "x", [long: 900]).isEmpty)
        #expect(try Self.words("zzzzzz", ["concurrency": 900]).isEmpty)
        #expect(try Self.words("short", ["conference": 900]).isEmpty)
    }

    @Test("A known word is corrected to one that is sixty times as frequent, and to no other")
    func knownWords() throws {
        let near = NearWords(vocabulary: Words(["remote": 60, "remoet": 1]))
        #expect(try near.frequentWords(like: Array("remoet".utf8), known: 1).map(\.word) == ["remote"])
        #expect(try near.frequentWords(like: Array("remoet".utf8), known: 2).isEmpty)
    }

    @Test("A known word of one or two articles is corrected whatever the error, one of more for typical errors only")
    func errorsInKnownWords() throws {
        let near = NearWords(vocabulary: Words(["remote": 900, "line": 900, "then": 900, "about": 900]))
        func words(_ typed: String, _ known: Int) throws -> [String] {
            try near.frequentWords(like: Array(typed.utf8), known: known).map(\.word)
        }
        #expect(try words("rembte", 2) == ["remote"] && words("rembte", 3).isEmpty && words("remoet", 9) == ["remote"])
        // Short words are often one letter apart.
        #expect(try words("vine", 1).isEmpty && words("lin", 1).isEmpty && words("lien", 1) == ["line"])
        #expect(try words("hten", 1).isEmpty && words("abuot", 1).isEmpty)
    }

    @Test("A title's continuations end where words end, are counted once a title, and the most frequent is first")
    func continuations() {
        var counter = ContinuationCounter(QueryUnits("全文"))
        #expect(counter.isEmpty)
        for title in ["全文搜索引擎", "全文搜索与全文搜索", "全文索引", "安全文明", String(repeating: "全文搜索", count: 100)] {
            counter.add(title: title)
        }
        let best = counter.mostFrequent(10)
        #expect(best.first?.text == "全文搜索" && best.first?.count == 2)
        #expect(best.allSatisfy { $0.text.hasPrefix("全文") && $0.text.count > 2 && $0.text.count <= 10 })
        #expect(counter.mostFrequent(1).count == 1)
    }
}
