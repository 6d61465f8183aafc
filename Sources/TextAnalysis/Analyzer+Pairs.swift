/// Pairs of adjacent words, by which phrases with very frequent words are found.
extension Analyzer {
    /// As `analyze`, with the pairs that the index has: of two words between which nothing separates sentences, and of which one is
    /// in `PairWords`. A pair comes behind its second word. A joined word makes pairs as the word at its position does.
    public func analyzeWithPairs(
        _ text: Span<UInt8>, language: StemLanguage = .english,
        emit: (_ term: Span<UInt8>, _ kind: TokenKind, _ utf8Range: Range<Int>) -> Bool
    ) {
        withContext { context in
            var pairs = unsafe WordPairs(context.before, context.pair)
            analyze(text, language: language) { term, kind, range in
                if !kind.isColocated { pairs.next() }
                guard emit(term, kind, range) else { return false }
                guard kind == .word || kind == .joined && term[0] != TokenKind.stemPrefix else { return true }
                return pairs.add(term) { emit($0, .pair, range) }
            }
        }
    }

    /// The tokens of a short text with its pairs: the `tokens` command, tests.
    public func tokensWithPairs(of text: String, language: StemLanguage = .english) -> [Token] {
        Self.tokens { emit in analyzeWithPairs(Array(text.utf8).span, language: language, emit: emit) }
    }

    /// The term of two adjacent words; nil where the index has no pair of them, or they are no words.
    public static func pair(_ first: [UInt8], _ second: [UInt8]) -> [UInt8]? {
        guard PairWords.shared.contains(first.span) || PairWords.shared.contains(second.span), isWord(first),
            isWord(second)
        else { return nil }
        return [TokenKind.pairPrefix] + first + [TokenKind.pairSeparator] + second
    }

    /// Whether a term of the index is a word or a pictograph, not a stem, a symbol word or characters of a script without spaces.
    private static func isWord(_ term: [UInt8]) -> Bool {
        guard let scalar = String(decoding: term, as: UTF8.self).unicodeScalars.first else { return false }
        let characterClass = FoldingTable.entry(scalar.value).characterClass
        return characterClass == .word || characterClass == .emoji
    }
}
