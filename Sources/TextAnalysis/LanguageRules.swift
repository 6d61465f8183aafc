/// What Snowball's algorithms leave to be done, language by language.
enum LanguageRules {
    /// A lower-case word as its algorithm expects it.
    static func prepared(_ word: [UInt8], for language: StemLanguage) -> [UInt8] { word }

    /// A folded stem as it stands in the index.
    static func finished(_ stem: [UInt8], for language: StemLanguage) -> [UInt8] { stem }

    /// A Hebrew word without the particles written together with it (ו ש ה ב ל מ כ), at least three letters of it.
    ///
    /// All that can be a particle is cut, so that a word meets itself behind any of them; words that begin with these
    /// letters lose them too, and always alike.
    static func withoutHebrewPrefixes(_ word: [UInt8]) -> [UInt8] {
        // A Hebrew letter has two bytes, of which the first is D7.
        var start = 0
        while word.count - start > 6, word[start] == 0xD7, hebrewParticles.contains(word[start + 1]) { start += 2 }
        return Array(word[start...])
    }

    /// ב ה ו כ ל מ ש
    private static let hebrewParticles: Set<UInt8> = [0x91, 0x94, 0x95, 0x9B, 0x9C, 0x9E, 0xA9]
}
