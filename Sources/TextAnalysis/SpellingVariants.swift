/// Spellings and inflections that a search treats as equal, such as 検索した and 検索する, サーバ and サーバー, 검색 and 검색을.
///
/// The variants come from word lists and rules, not from a measure of similarity.
public enum SpellingVariants {
    /// The maximum number of variants of a run.
    public static let maxVariants = 8

    /// The maximum length of a run that has variants.
    static let maxCharacters = 40

    /// Whether a text is one inflected adjective although ICU splits it into several dictionary words, as it does with
    /// 美しかった.
    public static func isInflectedAdjective(_ text: String) -> Bool {
        JapaneseAdjectives.isInflected(Array(text.unicodeScalars))
    }

    /// The variants of a run entered without spaces. They are in the script of the run and do not include the run
    /// itself.
    ///
    /// - Parameter run: unfolded text, because folding would make small kana large.
    public static func variants(of run: String) -> [String] {
        let characters = Array(run.precomposedKana.unicodeScalars)
        guard (2...maxCharacters).contains(characters.count), !characters.contains(where: { $0.value < 0x80 }) else {
            return []
        }
        var found: [String] = []
        for variant in KoreanParticles.variants(of: characters) + JapaneseSpelling.variants(of: characters)
        where variant != run && !found.contains(variant) { found.append(variant) }
        return Array(found.prefix(maxVariants))
    }
}

extension String {
    /// The text with half-width katakana and voicing marks composed to whole kana; other characters are unchanged.
    fileprivate var precomposedKana: String {
        guard unicodeScalars.contains(where: { 0xFF61...0xFF9F ~= $0.value || 0x3099...0x309A ~= $0.value }) else {
            return self
        }
        var scalars: [UInt32] = []
        for scalar in unicodeScalars {
            let value = scalar.value
            let isHalfWidth = 0xFF61...0xFF9F ~= value
            let entry = FoldingTable.entry(value)
            let folded = isHalfWidth ? Self.fullWidthSmall(value) ?? entry.folded(value) : value
            if entry.composes, let last = scalars.last, let whole = FoldingTable.compose(last, entry.folded(value)) {
                scalars[scalars.count - 1] = whole
            } else {
                scalars.append(folded)
            }
        }
        return scalars.compactMap(Unicode.Scalar.init).text
    }

    /// The full-width forms of ｧ ｨ ｩ ｪ ｫ ｬ ｭ ｮ ｯ, which folding would turn into large kana.
    private static func fullWidthSmall(_ value: UInt32) -> UInt32? {
        switch value {
        case 0xFF67...0xFF6B: 0x30A1 + (value - 0xFF67) * 2
        case 0xFF6C...0xFF6E: 0x30E3 + (value - 0xFF6C) * 2
        case 0xFF6F: 0x30C3
        default: nil
        }
    }
}

extension [Unicode.Scalar] {
    var text: String { self[...].text }
}

extension ArraySlice<Unicode.Scalar> {
    // `UnicodeScalarView(self)` is not used: the standard library has no specialisation for this type, so its metadata
    // would be created at run time.
    var text: String {
        var text = ""
        for scalar in self { text.unicodeScalars.append(scalar) }
        return text
    }
}
