/// Corrections to the algorithms of Snowball 2.2, by language.
///
/// Each rule makes at least one pair of forms in `LanguagePairs` share a stem. Rules apply to articles and queries
/// alike. A wrong rule can give two words the same stem, but a word always matches itself.
enum LanguageRules {
    /// The number of times the algorithm is applied. Some algorithms turn a plural into a singular, and would shorten
    /// that further.
    static func passes(for language: StemLanguage) -> Int {
        switch language {
        case .french, .italian, .spanish, .hungarian, .turkish, .dutch, .greek: 3
        default: 1
        }
    }

    /// Endings of lower-case words, and the replacements that are made before the algorithm runs.
    private static func prepared(_ language: StemLanguage) -> [(ending: String, replacement: String)] {
        switch language {
        case .german: [("erinnen", "er"), ("erin", "er")]
        case .spanish:
            [
                ("dades", "dad"), ("tades", "tad"), ("tudes", "tud"), ("ciones", "ción"), ("cion", "ción"),
                ("amente", "o"),
            ]
        case .italian: [("iani", "iano"), ("iane", "iana")]
        case .portuguese:
            [
                ("ões", "ão"), ("ães", "ão"), ("ãos", "ão"), ("oes", "ão"), ("aes", "ão"), ("cao", "ção"),
                ("amente", "o"),
            ]
        case .finnish: [("nen", "set")]
        // The feminine suffix and the possessive suffix become the same letter.
        case .arabic: [("ه", "ة")]
        default: []
        }
    }

    /// Endings of folded stems, and their replacements in the index.
    private static func finished(_ language: StemLanguage) -> [(ending: String, replacement: String)] {
        switch language {
        case .german: [("syst", "system")]
        case .french: [("if", "iv"), ("teur", "tric")]
        case .dutch: [("kt", "k"), ("pt", "p"), ("gt", "g")]
        case .finnish: [("ng", "nk")]
        case .romanian: [("oas", "os")]
        case .greek: [("ικ", ""), ("ι", "")]
        default: []
        }
    }

    /// The minimum length of a word or stem to which a rule is applied.
    private static let minLetters = 5

    private struct Rules {
        var prepared: [(ending: [UInt8], replacement: [UInt8])]
        var finished: [(ending: [UInt8], replacement: [UInt8])]
    }

    private static let all: [Rules] = StemLanguage.allCases.map { language in
        func bytes(_ rules: [(ending: String, replacement: String)]) -> [(ending: [UInt8], replacement: [UInt8])] {
            rules.map { (Array($0.ending.utf8), Array($0.replacement.utf8)) }
        }
        return Rules(prepared: bytes(prepared(language)), finished: bytes(finished(language)))
    }

    /// A lower-case word with the replacements that must be made before the algorithm runs.
    static func prepared(_ word: [UInt8], for language: StemLanguage) -> [UInt8] {
        let word =
            switch language {
            case .romanian: withCedillas(word)
            case .arabic: withoutConjunction(word)
            default: word
            }
        return apply(all[Int(language.rawValue)].prepared, to: word)
    }

    /// A folded stem with the replacements that are made before it is stored in the index.
    static func finished(_ stem: [UInt8], for language: StemLanguage) -> [UInt8] {
        let result = apply(all[Int(language.rawValue)].finished, to: stem)
        return language == .dutch ? withSingleVowel(result) : result
    }

    /// Reduces a double vowel to a single one, because Dutch doubles a long vowel in a closed syllable: loopt, lopen.
    private static func withSingleVowel(_ stem: [UInt8]) -> [UInt8] {
        let count = stem.count
        guard count >= 4, "aeou".utf8.contains(stem[count - 2]), stem[count - 2] == stem[count - 3],
            !"aeiou".utf8.contains(stem[count - 1])
        else { return stem }
        return stem[..<(count - 2)] + [stem[count - 1]]
    }

    private static func apply(_ rules: [(ending: [UInt8], replacement: [UInt8])], to word: [UInt8]) -> [UInt8] {
        guard !rules.isEmpty, letters(in: word) >= minLetters,
            let rule = rules.first(where: {
                word.count > $0.ending.count && word.suffix($0.ending.count) == $0.ending[...]
            })
        else { return word }
        return word.dropLast(rule.ending.count) + rule.replacement
    }

    static func letters(in word: [UInt8]) -> Int { word.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) } }

    /// Replaces ș and ț (with a comma below) with the letters that have a cedilla, which Snowball's algorithm expects.
    private static func withCedillas(_ word: [UInt8]) -> [UInt8] {
        var result = word
        for index in word.indices.dropLast() where word[index] == 0xC8 {
            switch word[index + 1] {
            case 0x99: result.replaceSubrange(index...index + 1, with: "ş".utf8)
            case 0x9B: result.replaceSubrange(index...index + 1, with: "ţ".utf8)
            default: break
            }
        }
        return result
    }

    /// Removes و or ف (and) from an Arabic word if an article, or a preposition with an article, follows; Snowball's
    /// algorithm would treat it as part of the word. At least three letters must follow the article.
    private static func withoutConjunction(_ word: [UInt8]) -> [UInt8] {
        // An Arabic letter has two bytes in UTF-8.
        guard word.count >= 12, word.starts(with: arabicWaw) || word.starts(with: arabicFa) else { return word }
        let rest = word.dropFirst(2)
        guard let article = arabicArticles.first(where: { rest.starts(with: $0) }), rest.count - article.count >= 6,
            !arabicParents.contains(where: { word.starts(with: $0) && word.count - $0.count <= 4 })
        else { return word }
        return Array(rest)
    }

    private static let arabicWaw = Array("و".utf8)
    private static let arabicFa = Array("ف".utf8)
    /// The Arabic article, alone and after the prepositions ب, ك and ل.
    private static let arabicArticles = ["ال", "بال", "كال", "لل"].map { Array($0.utf8) }
    /// The stems of "father" and "mother", which also occur with short endings: والده is "his father".
    private static let arabicParents = ["والد", "والدت"].map { Array($0.utf8) }

    /// Removes the particles before a Hebrew word (ו ש ה ב ל מ כ). At least three letters remain.
    ///
    /// Each leading letter that can be a particle is removed, even if it belongs to the word. Because articles and
    /// queries are treated alike, the word still matches itself with any particles.
    static func withoutHebrewPrefixes(_ word: [UInt8]) -> [UInt8] {
        // A Hebrew letter has two bytes in UTF-8, the first of which is D7.
        var start = 0
        while word.count - start > 6, word[start] == 0xD7, hebrewParticles.contains(word[start + 1]) { start += 2 }
        return Array(word[start...])
    }

    /// The second UTF-8 bytes of ב ה ו כ ל מ ש.
    private static let hebrewParticles: Set<UInt8> = [0x91, 0x94, 0x95, 0x9B, 0x9C, 0x9E, 0xA9]
}
