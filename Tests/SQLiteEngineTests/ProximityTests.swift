import LibraryStorage
import PostingIndex
import QueryLanguage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteEngine
@testable import SearchRanking

/// What stands near what: against a count by hand over the words and marks of each article.
@Suite struct ProximityTests {
    /// A text as the test writes it: words, and the marks between them.
    private struct Text {
        var words: [String] = []
        /// Whether a comma stands before each word.
        var commas: [Bool] = []

        var text: String {
            zip(words, commas).enumerated().map { $0 == 0 ? $1.0 : ($1.1 ? ", " : " ") + $1.0 }.joined()
        }

        func isNear(_ a: String, _ b: String, _ most: Int) -> Bool {
            for i in words.indices where words[i] == a {
                for j in words.indices where words[j] == b && i != j && abs(i - j) - 1 <= most { return true }
            }
            return false
        }

        /// Where the other text has a comma, one or none.
        func has(_ other: Text) -> Bool {
            guard words.count >= other.words.count else { return false }
            return (0...words.count - other.words.count).contains { start in
                other.words.indices.allSatisfy { index in
                    words[start + index] == other.words[index]
                        && (index == 0 || other.commas[index] || !commas[start + index])
                }
            }
        }
    }

    private static func random(_ chance: inout Chance, count: ClosedRange<Int>) -> Text {
        var text = Text()
        for index in 0..<chance.number(count) {
            text.words.append(["red", "fox", "sky", "oak", "ink", "owl"][chance.number(0...5)])
            text.commas.append(index > 0 && chance.number(0...2) == 0)
        }
        return text
    }

    private struct Chance {
        var state: UInt64
        mutating func number(_ range: ClosedRange<Int>) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + Int((state >> 33) % UInt64(range.count))
        }
    }

    private func found(_ query: String, _ store: SQLiteStore) throws -> Set<Int> {
        var request = SearchRequest(query: try QueryParser.parse(query), now: 0)
        request.match = .all
        request.fold = false
        request.limit = 1_000
        return Set(try store.search(request).hits.compactMap { Int($0.guid) })
    }

    @Test("NEAR and quoted texts with punctuation find what a count by hand finds", arguments: [UInt64(3), 17])
    func byHand(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        var chance = Chance(state: seed)
        let texts = (0..<120).map { _ in Self.random(&chance, count: 1...14) }
        try store.insert(
            texts.enumerated().map { index, text in
                var draft = ArticleDraft()
                draft.feed = "f"
                draft.guid = String(index)
                draft.body = Array(text.text.utf8)
                return draft
            })
        var matches = 0
        for _ in 0..<60 {
            let pair = Self.random(&chance, count: 2...2).words
            if pair[0] != pair[1] {
                let most = chance.number(0...4)
                let expected = Set(texts.indices.filter { texts[$0].isNear(pair[0], pair[1], most) })
                #expect(try found("\(pair[0]) NEAR/\(most) \(pair[1])", store) == expected)
                #expect(try found("(\(pair[0]) NEAR/\(most) \(pair[1])) OR zebra", store) == expected)
                matches += expected.count
            }
            let quoted = Self.random(&chance, count: 2...5)
            let expected = Set(texts.indices.filter { texts[$0].has(quoted) })
            #expect(try found("\"\(quoted.text)\"", store) == expected, "\(quoted.text)")
            matches += expected.count
        }
        #expect(matches > 500)
    }

    @Test("A window begins with any of the texts and ends with any other")
    func window() {
        func places(_ starts: [Int]...) -> [[Proximity.Place]] {
            starts.map { $0.map { Proximity.Place(start: UInt32($0), width: 2) } }
        }
        let phrase = Proximity.Part(phrase: IndexPhrase(terms: [[0x61]]), width: 2)
        let window = Proximity(texts: [[phrase], [phrase], [phrase]], rule: .window(10))
        #expect(window.verdict(places([0], [4], [8])) == .fulfilled)
        #expect(window.verdict(places([8], [4], [0])) == .fulfilled)
        #expect(window.verdict(places([0], [4], [9])) == .unfulfilled)
        #expect(window.verdict(places([0, 20], [4, 22], [9, 27])) == .fulfilled)
        #expect(window.verdict(places([0], [], [4])) == .unfulfilled)
        // Two columns are far apart.
        #expect(window.verdict(places([0], [1 << 30], [4])) == .unfulfilled)
    }

    @Test("Where a query finds few, the answer names the looser one and what it finds")
    func looser() throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try store.insert(
            ["新能源汽车", "新的政策与能源", "能源新闻", "陈根政", "陈年的根与政"].enumerated().map { index, text in
                var draft = ArticleDraft()
                draft.feed = "f"
                draft.guid = String(index)
                draft.body = Array(text.utf8)
                return draft
            })
        let request = SearchRequest(query: try QueryParser.parse("新能源"), now: 0)
        let answer = try store.search(request)
        #expect(answer.total == 1 && !answer.relaxed)
        #expect(answer.looser == .init(query: "新 能源", total: 3))
        let spaced = try store.search(SearchRequest(query: try QueryParser.parse("新 能源"), now: 0))
        #expect(spaced.total == 3 && spaced.looser == nil)
        // Articles that have all characters of a name somewhere are not what is meant.
        let name = try store.search(SearchRequest(query: try QueryParser.parse("陈根政"), now: 0))
        #expect(name.total == 1 && name.looser == nil)
    }

    @Test("Names that nothing has are errors that suggest the nearest")
    func unknownNames() throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        var draft = ArticleDraft()
        draft.feed = "https://example.org/feed"
        draft.guid = "1"
        draft.body = Array("text".utf8)
        draft.tags = ["swift"]
        draft.language = "en"
        try store.insert([draft])
        for (query, expected) in [
            ("tag:swfit", "swift"), ("lang:xx", "en"), ("feed:nobody", nil), ("folder:none", nil),
        ] {
            do {
                _ = try store.search(SearchRequest(query: try QueryParser.parse(query), now: 0))
                Issue.record("\(query): an error was expected")
            } catch StorageError.unknownName(_, _, let suggestion) {
                #expect(suggestion == expected, "\(query)")
            }
        }
        #expect(try store.search(SearchRequest(query: try QueryParser.parse("tag:swift lang:en"), now: 0)).total == 1)
    }

    @Test("Synonyms count under auto and any, never under all")
    func synonyms() throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try store.insert(
            ["about k8s", "kubernetes clusters", "machine learning", "machine, learning"].enumerated().map {
                index, text in
                var draft = ArticleDraft()
                draft.feed = "f"
                draft.guid = String(index)
                draft.body = Array(text.utf8)
                return draft
            })
        func ids(_ query: String, _ match: SearchRequest.Match) throws -> [String] {
            var request = SearchRequest(query: try QueryParser.parse(query), now: 0)
            request.match = match
            request.synonyms = Synonyms(text: "# groups\nK8s, Kubernetes\nml, machine learning\nalone\n")
            return try store.search(request).hits.map(\.guid).sorted()
        }
        #expect(try ids("k8s", .auto) == ["0", "1"])
        #expect(try ids("kubernetes", .any) == ["0", "1"])
        #expect(try ids("k8s", .all) == ["0"])
        #expect(try ids("ml", .auto) == ["2"])
        #expect(Synonyms(text: "# groups\na, b\nalone\n").warnings == [.init(line: 3, problem: .tooFew)])
    }

    @Test(
        "Of many articles with the parts of a run exactly those match in which they stand together, whichever segments they are in"
    )
    func manyCandidates() throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        let between = String(repeating: "，其他的事情", count: 8)
        var expected: [String] = []
        // More candidates than are looked at at once, in segments with block lists and without.
        for load in [4_000, 300, 40] {
            let first = expected.count
            try store.insert(
                (0..<load).map { index in
                    let isTogether = index % 7 != 0
                    let id = "\(load)-\(index)"
                    if isTogether { expected.append(id) }
                    return draft(id, "\(index)", "公司近日\(isTogether ? "" : between)发布了新版 \(index * first % 97)")
                })
        }
        #expect(try Set(store.hits("近日发布了", limit: 10_000)) == Set(expected))
        #expect(try Set(store.hits("近日发布了 OR 没有的文字", limit: 10_000)) == Set(expected))
        #expect(try store.hits("近日发布了 41", limit: 10_000).allSatisfy { expected.contains($0) })
    }
}
