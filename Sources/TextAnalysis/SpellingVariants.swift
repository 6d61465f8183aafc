/// Spellings and inflections that count as the same text in a search: 検索した for 検索する, サーバ for サーバー, 검색 for 검색을.
///
/// Listed words and rules that hold for them, not likeness: a variant stands for the same word or for nothing.
public enum SpellingVariants {
    /// At most this many variants of a run are given.
    public static let maxVariants = 8

    /// Longer runs have no variants.
    static let maxCharacters = 40

    /// The variants of a run typed without spaces, in its own script, without the run itself.
    ///
    /// - Parameter run: not folded: folding makes small kana large.
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
    /// With half-width katakana and voicing marks as whole kana, all else as it is.
    fileprivate var precomposedKana: String {
        guard unicodeScalars.contains(where: { 0xFF61...0xFF9F ~= $0.value || 0x3099...0x309A ~= $0.value }) else {
            return self
        }
        let table = FoldingTable.shared
        var scalars: [UInt32] = []
        for scalar in unicodeScalars {
            let value = scalar.value
            let isHalfWidth = 0xFF61...0xFF9F ~= value
            let entry = table.entry(value)
            let folded = isHalfWidth ? Self.fullWidthSmall(value) ?? entry.folded(value) : value
            if entry.composes, let last = scalars.last, let whole = table.compose(last, entry.folded(value)) {
                scalars[scalars.count - 1] = whole
            } else {
                scalars.append(folded)
            }
        }
        return String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
    }

    /// ｧ ｨ ｩ ｪ ｫ ｬ ｭ ｮ ｯ, which folding makes large.
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
    var text: String { String(String.UnicodeScalarView(self)) }
}

extension ArraySlice<Unicode.Scalar> {
    var text: String { String(String.UnicodeScalarView(self)) }
}
