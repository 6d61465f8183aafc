import LibraryStorage
import QueryLanguage
import Testing

@testable import Articles
@testable import SQLiteEngine
@testable import SearchRanking

@Suite struct HighlighterTests {
    /// Pieces that meet every branch: words without end, marks, folded and joined characters, ends of sentences, controls.
    private static let pieces: [String] = [
        "e" + String(repeating: "\u{301}", count: 400), String(repeating: "deadbeef", count: 60), "search", "searching",
        "检", "索", "检索", "か\u{3099}", "がっこう", "한글", "㈱", "ﬁ", "Straße", "c++", "\u{1B}[31m", "\u{202E}", "\u{0}",
        " ", "  ", "\n", ". ", "。", "！", "，", "“", "”", "🇨🇳", "👨‍👩‍👧", "\u{301}", "\u{AD}", "\u{E0100}", "٣",
    ]

    private static func text(_ generator: inout SeededGenerator, count: Int) -> String {
        (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    private static func expectFit(_ ranges: [Range<Int>], _ text: String) {
        let utf8 = Array(text.utf8)
        var end = -1
        for range in ranges {
            #expect(range.lowerBound > end && !range.isEmpty && range.upperBound <= utf8.count)
            for place in [range.lowerBound, range.upperBound] where place < utf8.count {
                #expect(utf8[place] & 0xC0 != 0x80)
            }
            end = range.upperBound
        }
    }

    @Test(
        "A matched word of any length has a snippet",
        arguments: [
            String(repeating: "deadbeef", count: 1_000), "e" + String(repeating: "\u{301}", count: 5_000),
            "x" + String(repeating: "\u{200D}", count: 5_000) + "y",
        ])
    func longWord(_ word: String) throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try store.insert([
            draft("1", word, "One. Two. \(word) three"), draft("2", "Title", String(repeating: "\(word) ", count: 3)),
        ])
        let query = try QueryParser.literal(String(word.prefix(300)))
        var request = SearchRequest(query: query, now: 1_700_000_000)
        request.match = .any
        let hits = try store.search(request).hits
        #expect(hits.count == 2)
        for hit in hits {
            #expect(!hit.snippetHighlights.isEmpty)
            Self.expectFit(hit.snippetHighlights, hit.snippet)
            Self.expectFit(hit.titleHighlights, hit.title)
        }
    }

    @Test(
        "Words of an unquoted address are highlighted as a whole; on their own only if the article has no whole occurrence",
        arguments: [
            ("Write to anna@example.org, see example.org. Anna did.", "anna@example.org", ["anna@example.org"]),
            ("anna wrote; anna@example.org", "anna@example.org wrote", ["wrote", "anna@example.org"]),
            ("Real time, in real-time systems", "real-time-systems", ["real-time systems"]),
            ("The dog-houses and one house", "dog-house", ["dog-houses", "house"]),
        ])
    func wholeRuns(_ text: String, _ query: String, _ marked: [String]) throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try store.insert([draft("1", "Title", text)])
        let request = SearchRequest(query: try QueryParser.parse(query), now: 1_700_000_000)
        let hit = try #require(try store.search(request).hits.first)
        let bytes = Array(hit.snippet.utf8)
        #expect(hit.snippetHighlights.map { String(decoding: bytes[$0], as: UTF8.self) } == marked)
    }

    @Test("Highlights ascend, lie apart, in bounds and on characters, whatever the text and the query")
    func highlights() {
        var generator = SeededGenerator(seed: 16)
        for round in 0..<600 {
            let text = Self.text(&generator, count: round % 40)
            let query = QueryUnits(Self.text(&generator, count: 1 + round % 4))
            let terms = query.units.flatMap { [$0.term, [WordForms.stemMark] + WordForms($0).stem] }
            let pairs = zip(query.units, query.units.dropFirst()).map { $0.term + $1.term }
            let highlighter = Highlighter((terms + pairs).map { ($0, 1) })
            Self.expectFit(highlighter.highlights(in: Array(text.utf8)), text)
            let snippet = highlighter.snippet(of: Array(text.utf8).span)
            Self.expectFit(snippet.highlights, snippet.text)
            #expect(snippet.text.utf8.count <= 4 * Highlighter.columns + 6)
        }
    }

    @Test("Bytes that are no characters, as a damaged database has them, do not move highlights")
    func malformedBytes() {
        let bytes = Array("\u{FFFD}".utf8)
        let highlighter = Highlighter([(Array("fox".utf8), 1)])
        for bad: [UInt8] in [[0x80], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF5], [0xF0, 0x9F], [0xFF]] {
            let snippet = highlighter.snippet(of: (bad + Array(" fox ".utf8) + bad).span)
            let marked = snippet.highlights.map { Array(snippet.text.utf8)[$0] }
            #expect(marked.map { String(decoding: $0, as: UTF8.self) } == ["fox"])
            #expect(Array(snippet.text.utf8).starts(with: bytes))
        }
    }
}

/// The same sequence each time (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
