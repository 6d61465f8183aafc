extension Analyzer {
    /// The stem of a word, or the folded word if it has no stem in that language.
    ///
    /// - Parameter word: preferably unfolded, because accents distinguish suffixes.
    public func stem(_ word: [UInt8], language: StemLanguage = .english) -> [UInt8] {
        let stems = stems(of: word, language: language)
        return stems.term.map { Array($0.dropFirst(language == .english ? 1 : 2)) } ?? stems.folded
    }

    /// The short word of which a longer one is an inflection (`dag` for `dagen`, `bus` for `bussen`), in a language whose
    /// words of up to three letters have no stems in the index; nil for other words and languages.
    ///
    /// - Parameter stem: the stem term of the word in the language.
    public func shortBase(of word: String, stem: [UInt8], language: StemLanguage) -> [UInt8]? {
        let base = Array(stem.dropFirst(2))
        guard language == .dutch, 2...3 ~= base.count, base.allSatisfy({ 0x61...0x7A ~= $0 }),
            !ShortFunctionWords.isInAnyLanguage(base)
        else { return nil }
        let folded = FoldingTable.folded(Array(word.utf8))
        guard folded.count > base.count, folded.starts(with: base) else { return nil }
        let ending = Array(folded.dropFirst(base.count))
        let last = base[base.count - 1]
        return ShortFunctionWords.dutchEndings.contains(ending.first == last ? Array(ending.dropFirst()) : ending)
            ? base : nil
    }

    /// The stem of a word, as text.
    public func stem(_ word: String, language: StemLanguage = .english) -> String {
        String(decoding: stem(Array(word.utf8), language: language), as: UTF8.self)
    }

    /// The term, with its prefix, under which the index stores all inflections of a word in a query.
    ///
    /// This function also returns the stem of a word that is too short to have a stem in the index: `add` is the stem
    /// of `added`. The index stores a word that equals its English stem, and a short word of any language, only as the
    /// exact term.
    ///
    /// - Parameter word: preferably unfolded, because accents distinguish suffixes.
    public func stemTerm(_ word: String, language: StemLanguage = .english) -> [UInt8]? {
        let bytes = Array(word.utf8)
        let stems = stems(of: bytes, language: language)
        if stems.term != nil || stems.folded.isEmpty { return stems.term }
        if language == .english {
            let isLetters = stems.folded.allSatisfy { 0x61...0x7A ~= $0 }
            return isLetters ? [TokenKind.stemPrefix] + stems.folded : nil
        }
        let stem = withContext { context in
            context.stemmer(of: language).stem(ofShort: bytes, folded: stems.folded)
        }
        return stem.isEmpty ? nil : [TokenKind.languageStemPrefix, language.code] + stem
    }

    /// The folded word, and the stem term that `analyze` emits with it.
    private func stems(of word: [UInt8], language: StemLanguage) -> (term: [UInt8]?, folded: [UInt8]) {
        var term: [UInt8]?
        var folded: [UInt8]?
        analyze(word.span, language: language) { bytes, kind, _ in
            if kind == .word, folded == nil {
                folded = bytes.indices.map { bytes[$0] }
                return true
            }
            let isOfLanguage = (bytes[0] == TokenKind.languageStemPrefix) == (language != .english)
            if kind == .stem, isOfLanguage { term = bytes.indices.map { bytes[$0] } }
            // In a text of another language, `analyze` emits the English stem first. Continues until the stem of
            // `language`.
            return kind == .stem && !isOfLanguage
        }
        return (term, folded ?? word)
    }
}
