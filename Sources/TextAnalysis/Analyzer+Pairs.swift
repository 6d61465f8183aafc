/// Analysis with pairs of adjacent words. The index stores such pairs to find phrases that contain very frequent words.
extension Analyzer {
    /// Like `analyze`, but also emits the pairs of words that the index stores. A pair is two words with no sentence
    /// separator between them, at least one of which is in `PairWords`. It is emitted after its second word. A joined
    /// word forms the same pairs as the word at its position.
    public func analyzeWithPairs(
        _ text: Span<UInt8>, language: StemLanguage = .english, rules: TermRules = .current,
        emit: (_ term: Span<UInt8>, _ kind: TokenKind, _ utf8Range: Range<Int>) -> Bool
    ) {
        withContext { context in
            var pairs = unsafe WordPairs(context.before, context.pair)
            analyze(text, language: language, rules: rules) { term, kind, range in
                if !kind.isColocated { pairs.next() }
                guard emit(term, kind, range) else { return false }
                guard kind == .word || kind == .joined && term[0] != TokenKind.stemPrefix else { return true }
                return pairs.add(term) { emit($0, .pair, range) }
            }
        }
    }

    /// The tokens of a short text, including pairs of words. For the `tokens` command and tests.
    public func tokensWithPairs(of text: String, language: StemLanguage = .english) -> [Token] {
        Self.tokens { emit in analyzeWithPairs(Array(text.utf8).span, language: language, emit: emit) }
    }

    /// The index term for two adjacent words; nil if the index does not store this pair, or if either term is not a
    /// word.
    public static func pair(_ first: [UInt8], _ second: [UInt8]) -> [UInt8]? {
        guard PairWords.shared.contains(first.span) || PairWords.shared.contains(second.span), isWord(first),
            isWord(second)
        else { return nil }
        return [TokenKind.pairPrefix] + first + [TokenKind.pairSeparator] + second
    }

    /// Whether an index term is a word or a pictograph, rather than a stem, a symbol word or characters of a script
    /// without spaces.
    private static func isWord(_ term: [UInt8]) -> Bool {
        guard let scalar = String(decoding: term, as: UTF8.self).unicodeScalars.first else { return false }
        let characterClass = FoldingTable.entry(scalar.value).characterClass
        return characterClass == .word || characterClass == .emoji
    }
}
