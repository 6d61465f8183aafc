import Testing

@testable import TextAnalysis

@Suite struct LanguageStemmerTests {
    /// As a search does: the word itself or its stem, for Chinese, Japanese and Korean the run or a variant of it.
    private static func finds(_ pair: LanguagePairs.Pair) -> Bool {
        let analyzer = Analyzer.shared
        if ["ja", "ko", "zh-Hant", "zh-Hans"].contains(pair.language) {
            let text = Array(analyzer.foldedText(pair.text).unicodeScalars)
            return ([pair.query] + SpellingVariants.variants(of: pair.query)).contains { variant in
                let sought = Array(analyzer.foldedText(variant).unicodeScalars)
                return text.indices.contains { text[$0...].starts(with: sought) }
            }
        }
        let language = StemLanguage(tag: pair.language)
        let terms = analyzer.tokens(of: pair.text, language: language).map(\.term)
        let word = analyzer.tokens(of: pair.query, language: language).first?.term
        return [word, analyzer.stemTerm(pair.query, language: language)].contains { form in
            form.map(terms.contains) ?? false
        }
    }

    @Test("Inflected forms find each other, other words do not", arguments: LanguagePairs.all)
    func pairs(_ pair: LanguagePairs.Pair) { #expect(Self.finds(pair) == pair.isFound) }

    @Test("Every language has its pairs, of both sorts")
    func coverage() {
        #expect(LanguagePairs.all.count >= 200)
        let languages = Dictionary(grouping: LanguagePairs.all, by: \.language)
        #expect(languages.count == 22)
        for (language, pairs) in languages {
            #expect(pairs.count >= 8, "\(language)")
            #expect(pairs.contains { !$0.isFound } && pairs.contains(where: \.isFound), "\(language)")
        }
    }

    @Test("Stems of other languages carry their language, and stand beside every word of some length")
    func marks() {
        func stems(_ text: String, _ tag: String) -> [String] {
            Analyzer.shared.tokens(of: text, language: StemLanguage(tag: tag)).filter { $0.kind == .stem }.map {
                token in
                token.term.map { $0 < 0x20 ? "\($0):" : String(decoding: [$0], as: UTF8.self) }.joined()
            }
        }
        #expect(stems("Haus Häuser Rad und", "de-AT") == ["5:bhaus", "5:bhaus", "5:brad"])
        #expect(stems("running houses", "de") == ["1:run", "5:brunning", "1:hous", "5:bhous"])
        #expect(stems("running is", "ru") == ["1:run"])
        #expect(stems("Дома дом и он", "ru").count == 2)
        #expect(stems("Tage Tag war", "de") == ["5:btag", "5:btag"])
        #expect(stems("Дома", "de").isEmpty)
        #expect(stems("Haus2 12345", "de").isEmpty)
        #expect(stems("running Häuser", "zh") == ["1:run"])
        #expect(stems("ספר", "he").count == 1 && stems("של אם", "he").isEmpty)
    }

    @Test("A short word of a query asks for the stem of longer ones")
    func shortWords() {
        #expect(Analyzer.shared.stemTerm("add") == Array("\u{1}add".utf8))
        #expect(Analyzer.shared.stemTerm("Rad", language: .german) == Array("\u{5}brad".utf8))
        #expect(Analyzer.shared.stemTerm("дом", language: .german) == nil)
        #expect(Analyzer.shared.stemTerm("iphone15") == nil)
    }

    @Test("Each language has a letter of its own, and its algorithm is there")
    func languages() {
        #expect(Set(StemLanguage.allCases.map(\.code)).count == StemLanguage.allCases.count)
        for language in StemLanguage.allCases { #expect(StemLanguage(code: language.code) == language) }
        #expect(Analyzer.shared.stem("autoissa", language: .finnish) == "auto")
        for language in StemLanguage.allCases where language.script == .latin && language != .irish {
            let word = Self.inflected[language] ?? "?"
            #expect(Analyzer.shared.stem(word, language: language) != word, "\(language)")
        }
        for (tag, language) in [
            ("pt_BR", StemLanguage.portuguese), ("nb", .norwegian), ("iw", .hebrew), ("", .english),
        ] {
            #expect(StemLanguage(tag: tag) == language)
        }
        #expect(StemLanguage(tag: nil) == .english && StemLanguage(tag: "ja") == .english)
    }

    private static let inflected: [StemLanguage: String] = [
        .english: "houses", .german: "hauses", .french: "maisons", .spanish: "casas", .italian: "case",
        .portuguese: "casas", .dutch: "huizen", .swedish: "hundar", .norwegian: "hunder", .danish: "hunde",
        .finnish: "talossa", .hungarian: "asztalok", .romanian: "case", .turkish: "kitaplar", .catalan: "cases",
        .basque: "etxeak", .indonesian: "bukunya", .lithuanian: "namai",
    ]

    @Test("A word has one stem, cached or not, in pieces or whole, in capitals or small letters")
    func spellings() {
        for _ in 0..<2 {
            for word in ["écoles", "e\u{301}coles", "ÉCOLES", "é\u{AD}coles"] {
                #expect(Analyzer.shared.stem(word, language: .french) == "ecol", "\(word)")
            }
        }
        let long = String(repeating: "schöne", count: 10)
        #expect(Analyzer.shared.stem(long, language: .german) == String(repeating: "schone", count: 9) + "schon")
        let tooLong = String(repeating: "a", count: 300)
        #expect(Analyzer.shared.tokens(of: tooLong, language: .german).count == 1)
    }
}
