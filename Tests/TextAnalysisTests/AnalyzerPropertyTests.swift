import Foundation
import Testing

@testable import TextAnalysis

@Suite struct AnalyzerPropertyTests {
    /// Characters that meet every branch: scripts, marks, signs, wide forms, joiners, emoji.
    private static let alphabet = Array(
        "aZ09 .,;:!?-_'’@#+/()[]\n\r\téß½㈱™é\u{301}\u{308}йи\u{306}ё中國国搜索龘𠮷々〆〇ー漢かがカガｶﾞﾟっッァ한글ᄒ\u{1161}\u{11AB}ㄅไทยำລາວမြန်ខ្មែរ"
            + "שָׁلُـहिन्दी👍🏽❤️👨‍👩‍👧🇨🇳＃＠．＋Ａ１，。「」…—\u{200D}\u{AD}\u{FEFF}\u{3099}\u{E0100}\u{0}𝒜Ⅳ㍿℃"
    ).flatMap(\.unicodeScalars)

    private static func randomText(_ generator: inout SplitMix, count: Int) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<count { text.append(alphabet.randomElement(using: &generator) ?? " ") }
        return String(text)
    }

    private static func tokens(of bytes: [UInt8]) -> [Token] {
        var tokens: [Token] = []
        Analyzer.shared.analyze(bytes.span) { term, kind, utf8Range in
            tokens.append(Token(term: term.indices.map { term[$0] }, kind: kind, utf8Range: utf8Range))
            return true
        }
        return tokens
    }

    private static func check(_ tokens: [Token], count: Int, isBoundary: (Int) -> Bool) {
        var last = 0
        for token in tokens {
            #expect(!token.term.isEmpty && !token.term.contains(0) && token.term.count <= 260)
            #expect(!token.utf8Range.isEmpty && token.utf8Range.upperBound <= count)
            #expect(isBoundary(token.utf8Range.lowerBound) && isBoundary(token.utf8Range.upperBound))
            #expect(String(validating: token.term, as: UTF8.self) != nil)
            if token.kind != .symbolWord {
                #expect(token.utf8Range.lowerBound >= last)
                last = token.utf8Range.lowerBound
            }
        }
        #expect(tokens.first?.kind != .separator && tokens.last?.kind != .separator)
        #expect(tokens.first.map { !$0.kind.isColocated } ?? true)
        for (first, second) in zip(tokens, tokens.dropFirst()) where first.kind == .separator {
            #expect(second.kind != .separator && !second.kind.isColocated)
        }
    }

    @Test("Any bytes give tokens in bounds and in order, and never a crash")
    func randomBytes() {
        var generator = SplitMix(state: 1)
        for round in 0..<3000 {
            let bytes = (0..<(round % 90)).map { _ in
                UInt8.random(in: round % 2 == 0 ? 0...255 : 0xC0...0xFF, using: &generator)
            }
            Self.check(Self.tokens(of: bytes), count: bytes.count) { _ in true }
        }
        for round in 0..<3000 {
            var bytes = Array(Self.randomText(&generator, count: round % 40).utf8)
            if let place = bytes.indices.randomElement(using: &generator) { bytes.remove(at: place) }
            Self.check(Self.tokens(of: bytes), count: bytes.count) { _ in true }
        }
    }

    @Test("Any text gives ranges on scalar boundaries")
    func randomText() {
        var generator = SplitMix(state: 2)
        for round in 0..<4000 {
            let text = Self.randomText(&generator, count: round % 50)
            let bytes = Array(text.utf8)
            Self.check(Analyzer.shared.tokens(of: text), count: bytes.count) {
                $0 == bytes.count || bytes[$0] & 0xC0 != 0x80
            }
        }
    }

    @Test("A text is cut alike near its end and far from it")
    func nearTheEnd() {
        var generator = SplitMix(state: 6)
        let letters = Array("abcXYZ019 ++##..@é-".unicodeScalars)
        for round in 0..<4000 {
            var view = String.UnicodeScalarView()
            for _ in 0..<(round % 60) {
                view.append(letters[letters.count * Int.random(in: 0..<100, using: &generator) / 130])
                if Int.random(in: 0..<20, using: &generator) == 0 { view.append("é") }
            }
            let text = String(view)
            let padded = text + String(repeating: " ", count: 40)
            #expect(Analyzer.shared.tokens(of: text) == Analyzer.shared.tokens(of: padded))
        }
    }

    @Test("Terms do not depend on case, whichever path folds them")
    func casePaths() {
        var generator = SplitMix(state: 7)
        for length in 1..<40 {
            let word = String(
                (0..<length).map { _ in "abcdefghijklmnopqrstuvwxyz0189".randomElement(using: &generator) ?? "a" })
            let padding = String(repeating: ".", count: 40)
            let expected = Analyzer.shared.tokens(of: word).map(\.term)
            #expect(expected.first == Array(word.utf8))
            for variant in [word.uppercased(), word.uppercased() + padding, word + padding, word + "\u{301}" + padding]
            {
                #expect(Analyzer.shared.tokens(of: variant).map(\.term) == expected)
            }
        }
    }

    @Test("A scan that only counts finds characters at the positions that the whole analysis gives them")
    func positions() {
        var generator = SplitMix(state: 8)
        let wanted = "中国搜索一かカ한ไயႀ々".unicodeScalars.map(\.value)
        let words = [
            "word", "O'Reilly", "node.js", "C++", "3.14", "naïve", "x", String(repeating: "long", count: 90), "#中国",
        ]
        for round in 0..<6_000 {
            var bytes = Array(Self.randomText(&generator, count: round % 60).utf8)
            for _ in 0..<(round % 7) {
                bytes +=
                    Array((words.randomElement(using: &generator) ?? "").utf8) + [0x20, 0x2E, 0x2C].prefix(round % 3)
                bytes += Array(Self.randomText(&generator, count: 3).utf8)
            }
            if round % 5 == 0, let place = bytes.indices.randomElement(using: &generator) { bytes.remove(at: place) }
            var expected: [[UInt32]] = []
            var position: UInt32 = 0
            for token in Self.tokens(of: bytes) where !token.kind.isColocated {
                let scalar = String(decoding: token.unit, as: UTF8.self).unicodeScalars.first?.value ?? 0
                if token.isCharacterUnit, wanted.contains(scalar) { expected.append([scalar, position]) }
                position += 1
            }
            var found: [[UInt32]] = []
            Analyzer.shared.forEachPosition(of: wanted, in: bytes.span) {
                found.append([$0, $1])
                return true
            }
            #expect(found == expected, "\(String(decoding: bytes, as: UTF8.self))")
            var first: [[UInt32]] = []
            Analyzer.shared.forEachPosition(of: wanted, in: bytes.span) {
                first.append([$0, $1])
                return false
            }
            #expect(first == Array(expected.prefix(1)))
        }
    }

    @Test("Every substring of a run is found as consecutive grams")
    func substrings() {
        var generator = SplitMix(state: 3)
        let characters = Array("中國国搜索龘𠮷々ー漢かがカガッァ한글ㄅ計畫")
        for _ in 0..<300 {
            let run = (0..<12).map { _ in characters.randomElement(using: &generator) ?? "中" }
            let grams = Analyzer.shared.tokens(of: String(run)).map(\.term)
            #expect(grams.count == run.count)
            for start in 0..<run.count {
                for end in (start + 1)...run.count {
                    let query = Analyzer.shared.tokens(of: String(run[start..<end])).map(\.term)
                    #expect(query.count == end - start)
                    #expect(Array(query.dropLast()) == Array(grams[start..<(end - 1)]))
                    #expect(grams[end - 1].starts(with: query.last ?? []))
                }
            }
        }
    }

    @Test("Folding is done when it is done once, and cuts texts alike before and after")
    func foldingRests() {
        var generator = SplitMix(state: 4)
        for scalar in (0...0x10FFFF).lazy.compactMap({ Unicode.Scalar(UInt32($0)) }) {
            let once = Analyzer.shared.foldedText(String(scalar))
            let twice = Analyzer.shared.foldedText(once)
            if once.unicodeScalars.map(\.value) != twice.unicodeScalars.map(\.value) {
                Issue.record("U+\(String(scalar.value, radix: 16)) \(once) \(twice)")
            }
        }
        for _ in 0..<2000 {
            let text = Self.randomText(&generator, count: 30)
            let once = Analyzer.shared.foldedText(text)
            #expect(Analyzer.shared.foldedText(once) == once)
        }
    }

    @Test(
        "Variants of one text give the same terms",
        arguments: [
            ("繁體中文的計畫與資料庫", "繁体中文的计画与资料库"), ("乾隆皇帝后來在臺灣", "乾隆皇帝后来在台湾"),
            ("ﾃﾞｰﾀﾍﾞｰｽ", "データベース"), ("チェック", "チエツク"), ("Ｆｕｌｌ　Ｗｉｄｔｈ", "full width"),
            ("é", "e\u{301}"), ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"), ("がぎ", "か\u{3099}き\u{3099}"),
            ("ﬀ", "FF"), ("й", "и\u{306}"), ("𝒜𝓑", "ab"), ("ΐ", "ι"), ("豈", "岂"),
        ])
    func variants(_ one: String, _ other: String) {
        #expect(Analyzer.shared.tokens(of: one).map(\.term) == Analyzer.shared.tokens(of: other).map(\.term))
    }

    @Test("Folding keeps punctuation and white space, and mends what is not UTF-8")
    func foldedTexts() {
        #expect(Analyzer.shared.foldedText("Ｈéllo，　計畫 №5\u{AD}") == "hello, 计画 no5")
        let broken: [UInt8] = [0x41, 0xFF, 0xE4, 0xB8, 0x42]
        #expect(Analyzer.shared.foldedUTF8(broken.span) == Array("a\u{FFFD}\u{FFFD}\u{FFFD}b".utf8))
        #expect(Analyzer.shared.foldedText("") == "")
    }

    @Test("Canonically equivalent texts give the same terms")
    func canonicalEquivalence() {
        for scalar in (0xA0...0x2FFFF).lazy.compactMap({ Unicode.Scalar(UInt32($0)) }) {
            guard scalar.properties.canonicalCombiningClass == .notReordered else { continue }
            let decomposed = String(scalar).decomposedStringWithCanonicalMapping
            let one = Analyzer.shared.tokens(of: String(scalar)).map(\.term)
            let other = Analyzer.shared.tokens(of: decomposed).map(\.term)
            if one != other { Issue.record("U+\(String(scalar.value, radix: 16)) \(one) \(other)") }
        }
    }

    @Test("Han characters are runs of themselves: none expands or joins the one before it")
    func unifiedHan() {
        for scalar in UnifiedHan.range {
            let entry = FoldingTable.entry(scalar)
            #expect(!entry.composes && !entry.expands && (entry.characterClass == .cjk || scalar > 0x9FEF), "\(scalar)")
            #expect(UnifiedHan.charactersFolding(to: entry.folded(scalar)).contains(scalar))
        }
    }

    @Test("Looking for a few terms finds every word, stem and bigram that an analysis of the whole finds")
    func startingAs() {
        let kinds: Set<TokenKind> = [.word, .stem, .bigram, .single]
        var generator = SplitMix(state: 11)
        for round in 0..<600 {
            let words = (0..<6).map { _ in
                ["running", "Swift", "data's", "Zebra9", "a", "全文檢索在一個中國", "。検索", "7\u{17} x"].randomElement(
                    using: &generator)!
            }
            let text =
                Self.randomText(&generator, count: round % 40) + words.joined(separator: " ")
                + Self.randomText(&generator, count: round % 7)
            let bytes = Array(text.utf8)
            let all = Self.tokens(of: bytes)
            let terms = Set((0..<3).compactMap { _ in all.randomElement(using: &generator)?.term })
            var some: [Token] = []
            Analyzer.shared.analyze(bytes.span, startingAs: TermStarts(Array(terms))) { term, kind, utf8Range in
                some.append(Token(term: term.indices.map { term[$0] }, kind: kind, utf8Range: utf8Range))
                return true
            }
            func wanted(_ tokens: [Token]) -> [Token] {
                tokens.filter { kinds.contains($0.kind) && terms.contains($0.term) }
            }
            #expect(wanted(some) == wanted(all), "\(text)")
        }
    }

    @Test("Texts are analyzed on many threads at once")
    func threads() async {
        let text = String(repeating: "Searching feeds 全文搜索 quickly, running #tags. ", count: 50)
        let expected = Analyzer.shared.tokens(of: text)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { Analyzer.shared.tokens(of: text) == expected } }
            for await same in group { #expect(same) }
        }
    }
}
